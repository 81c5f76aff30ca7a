"""What is measured, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

FAST: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

REQUEST_SECONDS = Histogram(
    "cairn_request_seconds", "HTTP requests by route", ["method", "route", "status"], buckets=FAST
)
CHOICE_SECONDS = Histogram("cairn_choice_seconds", "From receiving a choice to having told everybody", buckets=FAST)
REFUSALS = Counter("cairn_refusals_total", "Messages that were refused, by kind of problem", ["kind"])
COMMIT_SECONDS = Histogram("cairn_commit_seconds", "One transaction of the journal", buckets=FAST)
COMMITTED_TOGETHER = Histogram(
    "cairn_committed_together", "Moves in one transaction", buckets=(1, 2, 5, 10, 20, 50, 100, 200)
)
THOUGHT_SECONDS = Histogram(
    "cairn_thought_seconds", "From asking a bot to its answer, waiting for a process included", ["bot"], buckets=FAST
)
THOUGHTS = Gauge("cairn_thoughts", "Questions to bots without an answer yet", multiprocess_mode="livesum")
THOUGHTS_WAITING = Gauge(
    "cairn_thoughts_waiting", "Questions to bots that wait for a process", multiprocess_mode="livesum"
)
THOUGHT_WAIT_SECONDS = Histogram(
    "cairn_thought_wait_seconds", "How long questions wait for a process, by rank", ["rank"], buckets=FAST
)
SHORT_THOUGHTS = Counter(
    "cairn_short_thoughts_total", "Answers of bots that had less time than usual, because many were thinking", ["bot"]
)
TRANSPORTS = Gauge("cairn_transports", "Open connections of any kind", multiprocess_mode="livesum")
TURNED_AWAY = Counter(
    "cairn_turned_away_total", "Connections that were ended before they asked for anything, by reason", ["why"]
)
CONNECTIONS = Gauge("cairn_connections", "Open WebSockets", multiprocess_mode="livesum")
OPEN_TABLES = Gauge("cairn_open_tables", "Tables in memory", multiprocess_mode="livesum")
TABLE_FAULTS = Counter(
    "cairn_table_faults_total", "What failed at one table alone: opening it, its own work, a checkpoint", ["what"]
)
QUARANTINED_TABLES = Gauge(
    "cairn_quarantined_tables", "Tables that are stopped and wait for an operator", multiprocess_mode="max"
)
HANDOVERS = Counter(
    "cairn_handovers_total", "WebSockets handed to the worker of their table, by what became of it", ["ended"]
)
OVERLOAD = Gauge(
    "cairn_overload",
    "What a worker gives up: 1 reviews, 2 hints, 3 slower bots, 4 newcomers",
    multiprocess_mode="livemax",
)
SHED = Counter("cairn_shed_total", "What was refused because there was too much to do", ["what"])
LIMITED = Counter("cairn_limited_total", "What rate limits refused, by kind", ["what"])
LIMITS_ALONE = Counter("cairn_limits_alone_total", "Requests counted by one worker alone because Redis did not answer")
BEATS = Counter("cairn_clock_beats_total", "Writes of the monotonic clock to the database", ["ended"])
LOOKED_UP = Counter(
    "cairn_looked_up_total", "Moves whose commit failed or got no answer, by what stood there afterwards", ["found"]
)
BAD_NOTES = Counter("cairn_bad_notes_total", "Notes of other workers that could not be followed")
LOST_NOTES = Counter("cairn_lost_notes_total", "Notes that other workers could not be told")
LISTENER_RESTARTS = Counter("cairn_listener_restarts_total", "How often the listener for notes had to begin anew")
CAUGHT_UP = Counter("cairn_caught_up_total", "Tables where this worker had missed what another one committed")
REMINDERS = Counter("cairn_reminders_total", "Reminders by way and by what became of them", ["channel", "outcome"])
SWEEPS = Counter("cairn_sweeps_total", "Rounds of the sweep that finds what is overdue", ["ended"])
LOOP_LAG_SECONDS = Histogram("cairn_loop_lag_seconds", "How late the event loop was", buckets=FAST)
LOOP_BUSY_SECONDS = Histogram("cairn_loop_busy_seconds", "How late the event loop was by its own work", buckets=FAST)
