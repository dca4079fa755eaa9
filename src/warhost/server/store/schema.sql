-- What SQLite and PostgreSQL both understand. JSON is kept as text: the program reads it, the database need not.
-- Every change raises SCHEMA_VERSION in databases.py, so that an older Warhost leaves alone what it does not know. New
-- tables come by themselves, new columns stand here for new databases and in CHANGES there for those of an older Warhost.

CREATE TABLE IF NOT EXISTS about (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
);

-- A battle without a start waits for its armies. `shown_by` is the version of its rulebook that can only show it. What was
-- deleted (when) is gone for good after a while.
CREATE TABLE IF NOT EXISTS battles (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    version TEXT NOT NULL,
    setup TEXT NOT NULL,
    seats TEXT NOT NULL,
    house TEXT NOT NULL,
    seed TEXT NOT NULL,
    commitment TEXT NOT NULL,
    start_battle TEXT NOT NULL,
    counter BIGINT NOT NULL,
    turn INTEGER NOT NULL,
    is_over INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    state_hash TEXT NOT NULL DEFAULT '',
    asked TEXT NOT NULL DEFAULT '[]',
    created TEXT NOT NULL,
    updated TEXT NOT NULL,
    shown_by TEXT NOT NULL DEFAULT '',
    deleted TEXT
);

-- What was wanted of battles that wait for their armies, with the choices made so far.
CREATE TABLE IF NOT EXISTS wishes (
    battle TEXT PRIMARY KEY REFERENCES battles (id) ON DELETE CASCADE,
    wish TEXT NOT NULL
);

-- The log: answers and dice in their order. For dice, `counter` is where in the stream of the seed they begin.
CREATE TABLE IF NOT EXISTS answers (
    battle TEXT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    counter BIGINT,
    reasons TEXT,
    PRIMARY KEY (battle, number)
);

-- The steps that a battle went through: after how many answers, in which state. Some have a snapshot, without the scene:
-- a battle that a newer Warhost no longer replays is shown from them.
CREATE TABLE IF NOT EXISTS steps (
    battle TEXT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    answered INTEGER NOT NULL,
    hash TEXT NOT NULL,
    snapshot TEXT,
    PRIMARY KEY (battle, number)
);

-- Answers to a question that still waits for other seats.
CREATE TABLE IF NOT EXISTS sealed (
    battle TEXT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    answer TEXT NOT NULL,
    reasons TEXT,
    PRIMARY KEY (battle, seat)
);

-- What was spent of the clocks with a name, in seconds, when the battle had so many answers: the last row of a name is how
-- it stands now. A take-back gives no time back.
CREATE TABLE IF NOT EXISTS spent (
    battle TEXT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (battle, number, name)
);

-- How players ended battles before the rules did: one conceded, or all took a draw.
CREATE TABLE IF NOT EXISTS endings (
    battle TEXT PRIMARY KEY REFERENCES battles (id) ON DELETE CASCADE,
    outcome TEXT NOT NULL
);

-- What a seat took back and may give back again, in its order.
CREATE TABLE IF NOT EXISTS taken_back (
    battle TEXT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    entry TEXT NOT NULL,
    counter BIGINT,
    reasons TEXT,
    PRIMARY KEY (battle, number)
);

-- Only hashes of tokens are kept. Without a seat a token opens the view of a spectator. A seat is held from when it is
-- first opened until its player lets go of the battle.
CREATE TABLE IF NOT EXISTS tokens (
    hash TEXT PRIMARY KEY,
    battle TEXT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    seat INTEGER,
    held INTEGER NOT NULL DEFAULT 1
);

-- Records that were taken in, as they came: what no longer replays is shown from their snapshots.
CREATE TABLE IF NOT EXISTS records (
    battle TEXT PRIMARY KEY REFERENCES battles (id) ON DELETE CASCADE,
    record TEXT NOT NULL
);

-- Battles in which nothing has happened for long: for how many seconds of the server's own time it has been known. They
-- are deleted after a while (then `deleted` is set) and gone after another. What is no longer old leaves this table.
CREATE TABLE IF NOT EXISTS aged (
    battle TEXT PRIMARY KEY REFERENCES battles (id) ON DELETE CASCADE,
    waited DOUBLE PRECISION NOT NULL
);

-- Army lists of players, each as a text of its rulebook. Only the hash of the token is kept that opens it. What was
-- deleted (when) is gone for good after a while.
CREATE TABLE IF NOT EXISTS lists (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    ruleset TEXT NOT NULL,
    name TEXT NOT NULL,
    list_text TEXT NOT NULL,
    created TEXT NOT NULL,
    updated TEXT NOT NULL,
    deleted TEXT
);

-- Packs of optional parts of players' own, kept like lists.
CREATE TABLE IF NOT EXISTS packs (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    ruleset TEXT NOT NULL,
    name TEXT NOT NULL,
    pack_text TEXT NOT NULL,
    created TEXT NOT NULL,
    updated TEXT NOT NULL,
    deleted TEXT
);

-- Seasons: campaigns and tournaments. One without a start waits for its players. `page` is what it showed last, so that it
-- can be looked at even if a newer Warhost no longer replays it, and `timer` is the clock of its round, if that runs.
CREATE TABLE IF NOT EXISTS seasons (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    campaign TEXT NOT NULL,
    version TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    settings TEXT NOT NULL,
    players TEXT NOT NULL,
    seed TEXT NOT NULL,
    commitment TEXT NOT NULL,
    start_season TEXT NOT NULL,
    counter BIGINT NOT NULL,
    state_hash TEXT NOT NULL,
    stage TEXT NOT NULL,
    is_over INTEGER NOT NULL,
    asked TEXT NOT NULL,
    page TEXT NOT NULL,
    timer TEXT,
    created TEXT NOT NULL,
    updated TEXT NOT NULL,
    deleted TEXT
);

-- The addresses that set seasons up: battles that a season makes by itself count for its own.
CREATE TABLE IF NOT EXISTS season_owners (
    season TEXT PRIMARY KEY REFERENCES seasons (id) ON DELETE CASCADE,
    owner TEXT NOT NULL
);

-- Seasons that came from files, and what is known of how they began.
CREATE TABLE IF NOT EXISTS season_origins (
    season TEXT PRIMARY KEY REFERENCES seasons (id) ON DELETE CASCADE,
    origin TEXT NOT NULL
);

-- The record of a season: answers, dice and results in their order.
CREATE TABLE IF NOT EXISTS season_entries (
    season TEXT NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (season, number)
);

-- Only hashes of keys are kept. The organiser is player -1.
CREATE TABLE IF NOT EXISTS season_keys (
    hash TEXT PRIMARY KEY,
    season TEXT NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
    player INTEGER NOT NULL
);

-- The battles of a season that are or were fought here. A later round may have a fixture of the same name: then `again`
-- counts. A battle that was deleted may still be named here.
CREATE TABLE IF NOT EXISTS season_battles (
    season TEXT NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
    fixture TEXT NOT NULL,
    again INTEGER NOT NULL,
    battle TEXT NOT NULL,
    PRIMARY KEY (season, fixture, again)
);

-- Results of a season that players entered by hand and that others have not confirmed yet.
CREATE TABLE IF NOT EXISTS season_claims (
    season TEXT NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
    fixture TEXT NOT NULL,
    again INTEGER NOT NULL,
    claim TEXT NOT NULL,
    PRIMARY KEY (season, fixture, again)
);

-- Check sums of battles and seasons, by which damage shows: of what never changes, of the log, of its steps and of how
-- things stand now. What an older Warhost kept has none until something happens in it.
CREATE TABLE IF NOT EXISTS sums (
    id TEXT PRIMARY KEY,
    head TEXT NOT NULL,
    log TEXT NOT NULL,
    steps TEXT NOT NULL,
    present TEXT NOT NULL
);

-- What is written to see whether anything can be written.
CREATE TABLE IF NOT EXISTS health (
    written TEXT NOT NULL
);

-- Where the server is that has these battles now, or had them last.
CREATE TABLE IF NOT EXISTS served_at (
    address TEXT NOT NULL
);

CREATE INDEX IF NOT EXISTS tokens_of_battle ON tokens (battle);

CREATE INDEX IF NOT EXISTS keys_of_season ON season_keys (season);

CREATE INDEX IF NOT EXISTS seasons_of_battle ON season_battles (battle);

CREATE INDEX IF NOT EXISTS battles_by_time ON battles (updated);
