BEGIN TRANSACTION;
CREATE TABLE closings (match INTEGER PRIMARY KEY, how TEXT NOT NULL,
        winners TEXT NOT NULL, scores TEXT NOT NULL, reason TEXT NOT NULL,
        at INTEGER NOT NULL, wall_ms INTEGER NOT NULL, boot TEXT NOT NULL) STRICT;
CREATE TABLE honours (match INTEGER NOT NULL, seat INTEGER NOT NULL,
        mode TEXT NOT NULL, score INTEGER NOT NULL, name TEXT NOT NULL,
        at INTEGER NOT NULL, wall_ms INTEGER NOT NULL, boot TEXT NOT NULL,
        PRIMARY KEY (match, seat)) STRICT;
CREATE TABLE matches (id INTEGER PRIMARY KEY, offer INTEGER NOT NULL,
        game TEXT NOT NULL, options TEXT NOT NULL, seats TEXT NOT NULL,
        seed TEXT NOT NULL, credits INTEGER NOT NULL, mode TEXT NOT NULL,
        paid TEXT NOT NULL, at INTEGER NOT NULL, wall_ms INTEGER NOT NULL,
        boot TEXT NOT NULL) STRICT;
CREATE TABLE moves (match INTEGER NOT NULL, turn INTEGER NOT NULL,
        seat INTEGER NOT NULL, action TEXT NOT NULL, at INTEGER NOT NULL,
        wall_ms INTEGER NOT NULL, boot TEXT NOT NULL,
        PRIMARY KEY (match, turn)) STRICT, WITHOUT ROWID;
CREATE TABLE pages (seq INTEGER PRIMARY KEY, books TEXT NOT NULL, tally TEXT NOT NULL,
        hash BLOB NOT NULL) STRICT;
INSERT INTO "pages" VALUES(5,'{"purses":[[2,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]],"totals":{"coins":2,"minor_units":200,"plays":0,"refunds":0,"service":0,"players":0,"tests":0,"expired":0,"alarms":0,"clicks":0,"currency":"EUR","foreign":0},"clicks":2,"tariff":"EUR 100","settings":"","doubt":"","boards":{"00c0ffee":[11,0]},"closed":0}','[[490896,0,"",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],[490896,1,"",200,2,0,0,0,0,0,0,0,0,0,2,0,0,0,0]]',X'CB92796024E0BD98A9B46724944C2D10');
CREATE TABLE postings (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, slot INTEGER,
        amount INTEGER NOT NULL, credits INTEGER NOT NULL, run INTEGER NOT NULL,
        match INTEGER, owner INTEGER NOT NULL, players INTEGER NOT NULL,
        clicks INTEGER NOT NULL, mode TEXT NOT NULL, at INTEGER NOT NULL,
        wall_ms INTEGER NOT NULL, boot TEXT NOT NULL, note TEXT NOT NULL,
        hash BLOB NOT NULL) STRICT;
INSERT INTO "postings" VALUES(1,'price',NULL,0,0,0,NULL,0,0,0,'',1,1767225600000,'boot','EUR 100',X'9D44751CB3B481A64ADB873069871B5D');
INSERT INTO "postings" VALUES(2,'coin',1,100,1,0,NULL,0,0,1,'',2,1767225600000,'boot','',X'D81D46A58D45A8FC042D8D2A7B140BB5');
INSERT INTO "postings" VALUES(3,'board',NULL,0,0,0,NULL,0,0,0,'',3,1767225600000,'boot','board 00c0ffee counted 10 0',X'FD7BFE73AAB73A3D51D6308504D29E43');
INSERT INTO "postings" VALUES(4,'coin',1,100,1,0,NULL,0,0,1,'',3,1767225600000,'boot','board 00c0ffee coin 11',X'6F7199E8352E55D2EB33E19D04622B57');
INSERT INTO "postings" VALUES(5,'collection',NULL,200,0,0,NULL,0,0,0,'',4,1767225600000,'boot','',X'509AEF3C1C78A1C774ACE5EE98120961');
INSERT INTO "postings" VALUES(6,'coin',1,100,1,0,NULL,0,0,1,'',5,1767225600000,'boot','board 00c0ffee coin 12',X'156CC28BD8908449C38A6AFD1B84DC27');
CREATE TRIGGER postings_no_UPDATE BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'postings are only ever added'); END;
CREATE TRIGGER postings_no_DELETE BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'postings are only ever added'); END;
CREATE TRIGGER pages_no_UPDATE BEFORE UPDATE ON pages BEGIN SELECT RAISE(ABORT, 'pages are only ever added'); END;
CREATE TRIGGER pages_no_DELETE BEFORE DELETE ON pages BEGIN SELECT RAISE(ABORT, 'pages are only ever added'); END;
CREATE TRIGGER matches_no_UPDATE BEFORE UPDATE ON matches BEGIN SELECT RAISE(ABORT, 'matches are only ever added'); END;
CREATE TRIGGER matches_no_DELETE BEFORE DELETE ON matches BEGIN SELECT RAISE(ABORT, 'matches are only ever added'); END;
CREATE TRIGGER moves_no_UPDATE BEFORE UPDATE ON moves BEGIN SELECT RAISE(ABORT, 'moves are only ever added'); END;
CREATE TRIGGER moves_no_DELETE BEFORE DELETE ON moves BEGIN SELECT RAISE(ABORT, 'moves are only ever added'); END;
CREATE TRIGGER honours_no_UPDATE BEFORE UPDATE ON honours BEGIN SELECT RAISE(ABORT, 'honours are only ever added'); END;
CREATE TRIGGER honours_no_DELETE BEFORE DELETE ON honours BEGIN SELECT RAISE(ABORT, 'honours are only ever added'); END;
CREATE TRIGGER closings_no_UPDATE BEFORE UPDATE ON closings BEGIN SELECT RAISE(ABORT, 'closings are only ever added'); END;
CREATE TRIGGER closings_no_DELETE BEFORE DELETE ON closings BEGIN SELECT RAISE(ABORT, 'closings are only ever added'); END;
CREATE INDEX rare ON postings (kind, seq) WHERE kind IN ('alarm', 'collection', 'restored', 'setting', 'trusted');
CREATE INDEX given ON postings (kind, wall_ms) WHERE kind IN ('cleared', 'service');
COMMIT;
PRAGMA application_id = 1095912258;
PRAGMA user_version = 3;
