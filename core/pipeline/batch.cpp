// Many texts: cut into parts of similar size, each encoded by whichever thread is free.
#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>

#include "pipeline/pipeline.hpp"

namespace subwords {
namespace {

// A thread costs about as much to start as this many bytes to encode.
constexpr size_t kBytesPerThread = 1 << 17;
constexpr size_t kPartsPerThread = 8;

// Consecutive texts, and what became of them.
struct Part {
  size_t begin, end;  // texts
  IdBuffer ids;
  std::optional<TextError> error;
};

std::vector<Part> cut_into_parts(std::span<const RawText> texts, size_t total, size_t count) {
  std::vector<Part> parts;
  const size_t target = total / count + 1;
  size_t begin = 0, bytes = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    bytes += texts[i].bytes();
    if (bytes < target && i + 1 < texts.size()) continue;
    parts.push_back({begin, i + 1, {}, {}});
    begin = i + 1;
    bytes = 0;
  }
  return parts;
}

size_t total_bytes(std::span<const RawText> texts) {
  size_t bytes = 0;
  for (const RawText& text : texts) bytes += text.bytes();
  return bytes;
}

}  // namespace

unsigned Pipeline::useful_threads(std::span<const RawText> texts, unsigned asked) const {
  if (asked == 0) asked = std::max(1u, std::thread::hardware_concurrency());
  const size_t worth = total_bytes(texts) / kBytesPerThread + 1;
  return static_cast<unsigned>(std::min({size_t{asked}, worth, std::max<size_t>(1, texts.size())}));
}

std::optional<TextError> Pipeline::encode_batch(std::span<const RawText> texts,
                                                const EncodeOptions& options, unsigned threads,
                                                Batch& out) const {
  return for_each_text(
      texts, threads,
      [&](size_t i, Worker& worker, IdBuffer& ids) {
        return encode_one(texts[i], options, worker, ids);
      },
      out);
}

std::optional<TextError> Pipeline::sample_batch(std::span<const RawText> texts,
                                                const EncodeOptions& options, double amount,
                                                uint64_t seed, unsigned threads,
                                                Batch& out) const {
  return for_each_text(
      texts, threads,
      [&](size_t i, Worker& worker, IdBuffer& ids) {
        Draw draw{amount, RandomStream(seed, i)};
        worker.stages.draw = &draw;
        const auto error = encode_one(texts[i], options, worker, ids);
        worker.stages.draw = nullptr;
        return error;
      },
      out);
}

std::optional<TextError> Pipeline::for_each_text(std::span<const RawText> texts, unsigned threads,
                                                 const EncodeText& encode_text,
                                                 Batch& out) const {
  out.ids.clear();
  out.rows.assign(texts.size() + 1, 0);
  threads = useful_threads(texts, threads);
  if (threads > 1) return in_parallel(texts, threads, encode_text, out);
  const WorkerPool::Lease worker(pool_);
  for (size_t i = 0; i < texts.size(); ++i) {
    if (auto error = encode_text(i, *worker, out.ids)) {
      error->text = i;
      return error;
    }
    out.rows[i + 1] = static_cast<int64_t>(out.ids.size());
  }
  out.ids.shrink();
  return std::nullopt;
}

std::optional<TextError> Pipeline::in_parallel(std::span<const RawText> texts, unsigned threads,
                                               const EncodeText& encode_text, Batch& out) const {
  std::vector<Part> parts = cut_into_parts(texts, total_bytes(texts), threads * kPartsPerThread);
  std::vector<std::exception_ptr> failures(threads);
  std::atomic<size_t> next{0};
  const auto work = [&](unsigned thread) {
    try {
      const WorkerPool::Lease worker(pool_);
      for (size_t p; (p = next.fetch_add(1)) < parts.size();) {
        Part& part = parts[p];
        for (size_t i = part.begin; i < part.end && !part.error; ++i) {
          part.error = encode_text(i, *worker, part.ids);
          if (part.error) part.error->text = i;
          out.rows[i + 1] = static_cast<int64_t>(part.ids.size());  // in its part, for now
        }
      }
    } catch (...) {
      failures[thread] = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  others.reserve(threads);  // so that nothing but a thread can fail below
  for (unsigned thread = 1; thread < threads; ++thread) {
    try {
      others.emplace_back(work, thread);
    } catch (const std::system_error&) {
      break;  // no more threads to be had; those there are do the work
    }
  }
  work(0);
  for (std::thread& thread : others) thread.join();
  for (const auto& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  size_t size = 0;
  for (const Part& part : parts) {
    if (part.error) return part.error;
    size += part.ids.size();
  }
  out.ids.resize(size);
  size_t at = 0;
  for (Part& part : parts) {
    std::copy(part.ids.begin(), part.ids.end(), out.ids.data() + at);
    for (size_t i = part.begin; i < part.end; ++i) out.rows[i + 1] += static_cast<int64_t>(at);
    at += part.ids.size();
    part.ids = IdBuffer();
  }
  return std::nullopt;
}

}  // namespace subwords
