BEGIN TRANSACTION;
CREATE TABLE closings (match INTEGER PRIMARY KEY, how TEXT NOT NULL,
        winners TEXT NOT NULL, scores TEXT NOT NULL, reason TEXT NOT NULL,
        at INTEGER NOT NULL, wall_ms INTEGER NOT NULL, boot TEXT NOT NULL) STRICT;
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
INSERT INTO "pages" VALUES(3,'{"purses":[[1,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]],"totals":{"coins":1,"minor_units":100,"plays":0,"refunds":0,"service":0,"players":0,"tests":0,"expired":0,"alarms":0,"clicks":0},"clicks":1,"tariff":"EUR 100","settings":"","doubt":"","closed":0}','[[490896,0,"",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],[490896,1,"",100,1,0,0,0,0,0,0,0,0,0,1,0,0,0,0]]',X'B3D249B6229B28E469A37792FCF877DB');
CREATE TABLE postings (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, slot INTEGER,
        amount INTEGER NOT NULL, credits INTEGER NOT NULL, run INTEGER NOT NULL,
        match INTEGER, owner INTEGER NOT NULL, players INTEGER NOT NULL,
        clicks INTEGER NOT NULL, mode TEXT NOT NULL, at INTEGER NOT NULL,
        wall_ms INTEGER NOT NULL, boot TEXT NOT NULL, note TEXT NOT NULL,
        hash BLOB NOT NULL) STRICT;
INSERT INTO "postings" VALUES(1,'price',NULL,0,0,0,NULL,0,0,0,'',1,1767225600000,'boot','EUR 100',X'9D44751CB3B481A64ADB873069871B5D');
INSERT INTO "postings" VALUES(2,'coin',1,100,1,0,NULL,0,0,1,'',2,1767225600000,'boot','',X'D81D46A58D45A8FC042D8D2A7B140BB5');
INSERT INTO "postings" VALUES(3,'collection',NULL,100,0,0,NULL,0,0,0,'',3,1767225600000,'boot','',X'488B77447B9BD03B81943199B510AF8E');
INSERT INTO "postings" VALUES(4,'coin',1,100,1,0,NULL,0,0,1,'',4,1767225600000,'boot','',X'BCD1564094F5459435A326CB75E17E7F');
CREATE TRIGGER postings_no_UPDATE BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'postings are only ever added'); END;
CREATE TRIGGER postings_no_DELETE BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'postings are only ever added'); END;
CREATE TRIGGER pages_no_UPDATE BEFORE UPDATE ON pages BEGIN SELECT RAISE(ABORT, 'pages are only ever added'); END;
CREATE TRIGGER pages_no_DELETE BEFORE DELETE ON pages BEGIN SELECT RAISE(ABORT, 'pages are only ever added'); END;
CREATE TRIGGER matches_no_UPDATE BEFORE UPDATE ON matches BEGIN SELECT RAISE(ABORT, 'matches are only ever added'); END;
CREATE TRIGGER matches_no_DELETE BEFORE DELETE ON matches BEGIN SELECT RAISE(ABORT, 'matches are only ever added'); END;
CREATE TRIGGER moves_no_UPDATE BEFORE UPDATE ON moves BEGIN SELECT RAISE(ABORT, 'moves are only ever added'); END;
CREATE TRIGGER moves_no_DELETE BEFORE DELETE ON moves BEGIN SELECT RAISE(ABORT, 'moves are only ever added'); END;
CREATE TRIGGER closings_no_UPDATE BEFORE UPDATE ON closings BEGIN SELECT RAISE(ABORT, 'closings are only ever added'); END;
CREATE TRIGGER closings_no_DELETE BEFORE DELETE ON closings BEGIN SELECT RAISE(ABORT, 'closings are only ever added'); END;
CREATE INDEX rare ON postings (kind, seq) WHERE kind IN ('alarm', 'collection', 'restored', 'setting', 'trusted');
COMMIT;
PRAGMA application_id = 1095912258;
PRAGMA user_version = 2;
