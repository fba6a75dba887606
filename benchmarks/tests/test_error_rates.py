"""Error rates of the tests of interleaved rankings."""

from benchmarks.error_rates import interleaved


def test_alike_rankings_differ_as_often_as_chance_has_it_and_a_planted_difference_is_found() -> None:
    assert interleaved(240, 0.5, 100, 0)[0] <= 0.07
    assert interleaved(240, 0.65, 60, 0)[0] > 0.85
