"""Error rates of the significance test of interleaved rankings."""

from benchmarks.error_rates import interleaving_rates


def test_the_false_positive_rate_is_low_and_a_simulated_preference_is_found() -> None:
    assert interleaving_rates(240, 0.5, 100, 0)[0] <= 0.07
    assert interleaving_rates(240, 0.65, 60, 0)[0] > 0.85
