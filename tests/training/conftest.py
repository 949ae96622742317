import pytest

from trainers import learner


@pytest.fixture(params=["reference", "native"])
def learn(request):
    """The WordPiece trainer, once in each engine."""
    return learner(request.param)
