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
INSERT INTO "pages" VALUES(6,'{"purses":[[0,100],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]],"totals":{"coins":1,"minor_units":100,"plays":0,"refunds":0,"service":0,"players":0,"tests":0,"expired":0,"alarms":4,"clicks":0,"currency":"","foreign":0},"clicks":0,"tariff":"","settings":"","doubt":"","boards":{},"closed":0}','[[490896,0,"",0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0],[490896,1,"",100,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]',X'481D1056BEF6C3AB3F9A6617872C3629');
INSERT INTO "pages" VALUES(9,'{"purses":[[0,150],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]],"totals":{"coins":2,"minor_units":150,"plays":0,"refunds":0,"service":0,"players":0,"tests":0,"expired":0,"alarms":4,"clicks":0,"currency":"","foreign":0},"clicks":0,"tariff":"","settings":"","doubt":"books damaged (posting 2 is not what was written) and kept as books.sqlite3.damaged-20260101T000000Z; restored from books-000001-20260101T000000Z.sqlite3 and 4 later postings, 0 are missing","boards":{},"closed":0}','[[490896,0,"",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],[490896,1,"",50,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]',X'227193BA7BA01BC98CAF9BFD8CE832C2');
CREATE TABLE postings (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, slot INTEGER,
        amount INTEGER NOT NULL, credits INTEGER NOT NULL, run INTEGER NOT NULL,
        match INTEGER, owner INTEGER NOT NULL, players INTEGER NOT NULL,
        clicks INTEGER NOT NULL, mode TEXT NOT NULL, at INTEGER NOT NULL,
        wall_ms INTEGER NOT NULL, boot TEXT NOT NULL, note TEXT NOT NULL,
        hash BLOB NOT NULL) STRICT;
INSERT INTO "postings" VALUES(1,'coin',1,100,0,100,NULL,0,0,0,'',1,1767225600000,'boot','',X'3BD7C4C5CF63EC73AD864790723F0E63');
INSERT INTO "postings" VALUES(2,'alarm',NULL,0,0,100,NULL,0,0,0,'',2,1767225600000,'boot','coin.1 jammed',X'8F13D969F8220D447E64D4BAB108202B');
INSERT INTO "postings" VALUES(3,'alarm',NULL,0,0,100,NULL,0,0,0,'',2,1767225600000,'boot','screen lost: it stopped answering',X'B02552FF1C21C1D6856A30BA8602FBDE');
INSERT INTO "postings" VALUES(4,'alarm',NULL,0,0,100,NULL,0,0,0,'',2,1767225600000,'boot','coin.1 jammed',X'1CF4C038B1B4DCC5164A296FB10ED80D');
INSERT INTO "postings" VALUES(5,'alarm',NULL,0,0,100,NULL,0,0,0,'',2,1767225600000,'boot','link lost: the board was unplugged from /dev/ttyACM0: plug it in again',X'555CAE9623AAA0077DB9565AFD64A279');
INSERT INTO "postings" VALUES(6,'collection',NULL,100,0,100,NULL,0,0,0,'',3,1767225600000,'boot','meter 41, by anna, owner',X'43A1816E5AB8118A02DE9E217D2C9544');
INSERT INTO "postings" VALUES(7,'coin',1,50,0,150,NULL,0,0,0,'',4,1767225600000,'boot','',X'3200F2A9D68EFCFBA0066B28ED276011');
INSERT INTO "postings" VALUES(8,'restored',NULL,0,0,150,NULL,0,0,0,'',5,1767225600000,'boot','books damaged (posting 2 is not what was written) and kept as books.sqlite3.damaged-20260101T000000Z; restored from books-000001-20260101T000000Z.sqlite3 and 4 later postings, 0 are missing',X'A7AB5D52E91EFB21250A67E86EEECEC8');
INSERT INTO "postings" VALUES(9,'collection',NULL,50,0,150,NULL,0,0,0,'',6,1767225600000,'boot','meter 43',X'FFABA481F52C5CA34E42DBEC95C85D95');
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
