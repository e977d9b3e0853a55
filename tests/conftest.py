"""One profile for every property test: the same examples each time, and no clock, which a busy machine would upset."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "audit", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("audit")
