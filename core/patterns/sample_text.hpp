// A little of what people write, to see which differences between characters matter and which
// characters stand side by side.
#pragma once
#include <string_view>

namespace subwords::patterns {

inline constexpr std::string_view kSampleText =
    // English, with the contractions that published patterns know
    "It's what they'd've said: \"Don't you think we'll be late?\" I'm sure he's not. They're here.\n"
    "\n"
    "“We’ve seen it,” said Anna — the 3rd time since 1987, at about 10:45 p.m. (or 22.45).\n"
    "‘Forever,’ he said; ‘never ever!’ All or nothing: well, she’ll see... A 'real' deal (her’s), err.\n"
    "  IN SHORT: SEVERAL OLD-TIMERS, LL.D., EVER, LIVE. MR. Miller vs. Dr. Lee--\"or else\"--2nd Ave.\n"
    "See https://example.org/a/b?q=1&r=2/ or mail to some_one@example.com; 1,234.50 is 5%. x/y/z\n\n"
    // Code
    "int main(void) {\n    for (int i = 0; i < 10; ++i) {\n\tprintf(\"%d\\n\", a[i]);  // a/b\n    }\n\n"
    "  return x->y_z != NULL && !done;\r\n}\r\n# def f(self, *args): return {'key': [0x1F, 3.14]}\n"
    "class HTTPServer2(Base):\n\n        SOME_VALUE = 'level' + \"%s\" % self.level\n/* e.g. */ r'l' r/v\n"
    "<div class=\"el\">\n  <a href='/l'>l</a>\n</div>\t \n+ 12 - e[l] * l.e(r) / v;\n| --- | 3D |\n"
    // Latin, Cyrillic and Greek beyond ASCII
    "Où est l'été ? C'est déjà très loin, à côté d'une forêt. Größe, Straße, über 20 °C. L'île\n"
    "¿Dónde está el niño? Él dijo: «mañana». Não, obrigado. Ağaç İstanbul'da. Zażółć gęślą jaźń.\n"
    "Đây là tiếng Việt, không phải là một câu khó. Những người đã đến từ nhiều nơi. Ở Ý, ÁO (Ô)\n"
    "Это было давно, в 1812 году. «Нет», — сказал он. Україна, її мова. СССР\nΕλληνικά (ναι) ΗΠΑ;\n"
    // Scripts without case, some without spaces, some with marks
    "中文的句子没有空格，所以一个词在哪里结束？《红楼梦》有120回。我們在這裡，「好的」。\n"
    "使用Python3编写代码，在 GitHub 上（第1章）。A的B\n中文\n 文字'漢'字\"字\" 字,字.字:字/字(字)字;字-字!\n"
    "日本語の文章は、ひらがなとカタカナと漢字でできています。コンピューター・サイエンスは速い！\n"
    "２０２４年です ね\nこれはAPIのテスト\nカナ カナ「カ」か.か, か:か/が(か)X か\"か\" アAア3ア\n々〇\n"
    "한국어는 띄어쓰기를 합니다. 오늘은 3월 1일이에요. '한국'은 (한) \"글\" A는, 글\n"
    "हिन्दी में लिखा हुआ वाक्य है। (हिन्दी) की, दी. नहीं! 'है'\n२ है\nবাংলা ভাষা সুন্দর। தமிழ் மொழி இனிது.\n"
    "ภาษาไทยไม่มีช่องว่างระหว่างคำ ที่ (นี่) API ที่\n3 ครั้ง\n"
    "هذا نصٌّ باللغة العربية، وهو قصير. (نعم) API\nזה משפט בעברית, עם שָׁלוֹם. אמ\"ן\nአማርኛ ቋንቋ ነው። ქართული ენა.\n"
    // Symbols
    "😀 👍🏽 ❤️ → ≤ √2 × 10² … •  ½ №5 ©2020 “ok”\n😀😀\n• a\n";

}  // namespace subwords::patterns
