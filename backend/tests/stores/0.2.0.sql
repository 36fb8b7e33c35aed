BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
CREATE TABLE audit (
	number INTEGER NOT NULL, 
	at_ms BIGINT NOT NULL, 
	who VARCHAR(120) NOT NULL, 
	address VARCHAR(120) NOT NULL, 
	action VARCHAR(120) NOT NULL, 
	target VARCHAR(2000) NOT NULL, 
	status INTEGER NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (number)
);
INSERT INTO "audit" VALUES(1,1795456408549,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(2,1795456408909,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(3,1795456409173,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(4,1795456409334,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7ctgk4e08q0czzbs3b4/cancel',200);
INSERT INTO "audit" VALUES(5,1795456409352,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(6,1795456409387,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7qv423rzx3rdkepnggb/cancel',200);
INSERT INTO "audit" VALUES(7,1795456409391,'open','127.0.0.1','Launch a run','POST /api/v1/runs',422);
INSERT INTO "audit" VALUES(8,1795456409401,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(9,1795456409433,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7sj2c89akk1n3n2kaj7/cancel',200);
INSERT INTO "audit" VALUES(10,1795456409442,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(11,1795456409465,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7tx9wxze8z7sjscy5zp/cancel',200);
INSERT INTO "audit" VALUES(12,1795456409493,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(13,1795456409531,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7w1s1cgkqc4x5dmp89b/cancel',200);
INSERT INTO "audit" VALUES(14,1795456409560,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(15,1795456409602,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7ybwnzk1g5g3wg92fzx/cancel',200);
INSERT INTO "audit" VALUES(16,1795456409620,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(17,1795456409669,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn80a0tt5q4zy61hmbhne/cancel',200);
INSERT INTO "audit" VALUES(18,1795456409709,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(19,1795456409769,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn82qdw7yee1fnvyhmyz9/cancel',200);
INSERT INTO "audit" VALUES(20,1795456409825,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(21,1795456409873,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn861tvjqnyve2gbw7z1g/cancel',200);
INSERT INTO "audit" VALUES(22,1795456409921,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(23,1795456409973,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn894twzmhszz5s5v7rme/cancel',200);
INSERT INTO "audit" VALUES(24,1795456409985,'open','127.0.0.1','Launch a run','POST /api/v1/runs',422);
INSERT INTO "audit" VALUES(25,1795456410025,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(26,1795456410061,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8cer134e3t31hwb59vy/cancel',200);
INSERT INTO "audit" VALUES(27,1795456410099,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(28,1795456410141,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8ex68sp6s9a91wmnm4k/cancel',200);
INSERT INTO "audit" VALUES(29,1795456410179,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(30,1795456410229,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8h5zweqnmgdrnpe0wyr/cancel',200);
INSERT INTO "audit" VALUES(31,1795456410269,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(32,1795456410337,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8m15nnrtr18nx0yvp9t/cancel',200);
INSERT INTO "audit" VALUES(33,1795456410364,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(34,1795456410411,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8qdg4ys9bd27aq15r9j/cancel',200);
INSERT INTO "audit" VALUES(35,1795456410441,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(36,1795456410474,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8sq2agdjar0h4eg229f/cancel',200);
INSERT INTO "audit" VALUES(37,1795456410491,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(38,1795456410521,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8vhrdd59xnj5b8xw215/cancel',200);
INSERT INTO "audit" VALUES(39,1795456410565,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(40,1795456410597,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8x3zpc0fzjhvgexdvk7/cancel',200);
INSERT INTO "audit" VALUES(41,1795456410622,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(42,1795456410665,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8zgymyaqnasptmfatqf/cancel',200);
INSERT INTO "audit" VALUES(43,1795456410714,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(44,1795456410773,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn91t9c6ypg6rx29j3v24/cancel',200);
INSERT INTO "audit" VALUES(45,1795456410817,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(46,1795456410870,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn952fv26h8pgeckrmk79/cancel',200);
INSERT INTO "audit" VALUES(47,1795456410900,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(48,1795456410938,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn97zve9j8tf4z8dq0bsm/cancel',200);
INSERT INTO "audit" VALUES(49,1795456410977,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(50,1795456411021,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9a26910sqxrydg1gj5a/cancel',200);
INSERT INTO "audit" VALUES(51,1795456411057,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(52,1795456411105,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9cx15g8eh7tccspn2ee/cancel',200);
INSERT INTO "audit" VALUES(53,1795456411144,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(54,1795456411197,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9fcc7ndvm447wrb841e/cancel',200);
INSERT INTO "audit" VALUES(55,1795456411242,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(56,1795456411289,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9jedbnv4qg7xfgxjjxp/cancel',200);
INSERT INTO "audit" VALUES(57,1795456411343,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(58,1795456411425,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9n5rz5k2s5xym3bv0w0/cancel',200);
INSERT INTO "audit" VALUES(59,1795456411470,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(60,1795456411524,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9sddcczx4p91armq36e/cancel',200);
INSERT INTO "audit" VALUES(61,1795456411548,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(62,1795456411596,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9wc9x9qzwzpmmdsa67s/cancel',200);
INSERT INTO "audit" VALUES(63,1795456411640,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(64,1795456411688,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9yxth2xfhvv77046fdb/cancel',200);
INSERT INTO "audit" VALUES(65,1795456411716,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(66,1795456411765,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rna1fvcw7t20czn2z8kmn/cancel',200);
INSERT INTO "audit" VALUES(67,1795456411800,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(68,1795456411849,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rna408xn6dmsz01k76cep/cancel',200);
INSERT INTO "audit" VALUES(69,1795456411889,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(70,1795456412029,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rna6mkycjpprdmwhsm666/cancel',200);
INSERT INTO "audit" VALUES(71,1795456412081,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(72,1795456412137,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnacvej5mve7vjtq3vmms/cancel',200);
INSERT INTO "audit" VALUES(73,1795456412173,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(74,1795456412209,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnafnqhtp0s68eegn5c8y/cancel',200);
INSERT INTO "audit" VALUES(75,1795456412240,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(76,1795456412284,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnahq4d79yrqqqcbnbyxk/cancel',200);
INSERT INTO "audit" VALUES(77,1795456412324,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(78,1795456412368,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnam8gb3wam4dssg5m9t2/cancel',200);
INSERT INTO "audit" VALUES(79,1795456412408,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(80,1795456412453,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnapw4faaqyrd8mac9p5w/cancel',200);
INSERT INTO "audit" VALUES(81,1795456412492,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(82,1795456412562,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnasvrthv3qfs7kxy3vk2/cancel',200);
INSERT INTO "audit" VALUES(83,1795456412603,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(84,1795456412646,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnax26p3b9s9gy1afg7rr/cancel',200);
INSERT INTO "audit" VALUES(85,1795456412693,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(86,1795456412755,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnazv6t8hz9dg6nwjswhj/cancel',200);
INSERT INTO "audit" VALUES(87,1795456412797,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(88,1795456412841,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnb38vex7fjanf6yk11bj/cancel',200);
INSERT INTO "audit" VALUES(89,1795456412865,'open','127.0.0.1','Launch a run','POST /api/v1/runs',201);
INSERT INTO "audit" VALUES(90,1795456412896,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnb5mek7w96cyh06x1jj3/cancel',200);
INSERT INTO "audit" VALUES(91,1795456413067,'open','127.0.0.1','Launch a sweep: one run for each cell','POST /api/v1/sweeps',201);
INSERT INTO "audit" VALUES(92,1795456413140,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnbaqnpka510vqxpdhe77/cancel',200);
INSERT INTO "audit" VALUES(93,1795456413245,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnbaq6jk62n9aqmq6sezv/cancel',200);
INSERT INTO "audit" VALUES(94,1795456413330,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnb5mek7w96cyh06x1jj3/cancel',409);
INSERT INTO "audit" VALUES(95,1795456413366,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnb38vex7fjanf6yk11bj/cancel',409);
INSERT INTO "audit" VALUES(96,1795456413385,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnazv6t8hz9dg6nwjswhj/cancel',409);
INSERT INTO "audit" VALUES(97,1795456413402,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnax26p3b9s9gy1afg7rr/cancel',409);
INSERT INTO "audit" VALUES(98,1795456413419,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnasvrthv3qfs7kxy3vk2/cancel',409);
INSERT INTO "audit" VALUES(99,1795456413437,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnapw4faaqyrd8mac9p5w/cancel',409);
INSERT INTO "audit" VALUES(100,1795456413457,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnam8gb3wam4dssg5m9t2/cancel',409);
INSERT INTO "audit" VALUES(101,1795456413477,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnahq4d79yrqqqcbnbyxk/cancel',409);
INSERT INTO "audit" VALUES(102,1795456413499,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnafnqhtp0s68eegn5c8y/cancel',409);
INSERT INTO "audit" VALUES(103,1795456413520,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rnacvej5mve7vjtq3vmms/cancel',409);
INSERT INTO "audit" VALUES(104,1795456413540,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rna6mkycjpprdmwhsm666/cancel',409);
INSERT INTO "audit" VALUES(105,1795456413562,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rna408xn6dmsz01k76cep/cancel',409);
INSERT INTO "audit" VALUES(106,1795456413587,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rna1fvcw7t20czn2z8kmn/cancel',409);
INSERT INTO "audit" VALUES(107,1795456413610,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9yxth2xfhvv77046fdb/cancel',409);
INSERT INTO "audit" VALUES(108,1795456413627,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9wc9x9qzwzpmmdsa67s/cancel',409);
INSERT INTO "audit" VALUES(109,1795456413642,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9sddcczx4p91armq36e/cancel',409);
INSERT INTO "audit" VALUES(110,1795456413655,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9n5rz5k2s5xym3bv0w0/cancel',409);
INSERT INTO "audit" VALUES(111,1795456413672,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9jedbnv4qg7xfgxjjxp/cancel',409);
INSERT INTO "audit" VALUES(112,1795456413691,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9fcc7ndvm447wrb841e/cancel',409);
INSERT INTO "audit" VALUES(113,1795456413710,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9cx15g8eh7tccspn2ee/cancel',409);
INSERT INTO "audit" VALUES(114,1795456413725,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn9a26910sqxrydg1gj5a/cancel',409);
INSERT INTO "audit" VALUES(115,1795456413742,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn97zve9j8tf4z8dq0bsm/cancel',409);
INSERT INTO "audit" VALUES(116,1795456413756,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn952fv26h8pgeckrmk79/cancel',409);
INSERT INTO "audit" VALUES(117,1795456413774,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn91t9c6ypg6rx29j3v24/cancel',409);
INSERT INTO "audit" VALUES(118,1795456413808,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8zgymyaqnasptmfatqf/cancel',409);
INSERT INTO "audit" VALUES(119,1795456413845,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8x3zpc0fzjhvgexdvk7/cancel',409);
INSERT INTO "audit" VALUES(120,1795456413922,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8vhrdd59xnj5b8xw215/cancel',409);
INSERT INTO "audit" VALUES(121,1795456413973,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8sq2agdjar0h4eg229f/cancel',409);
INSERT INTO "audit" VALUES(122,1795456414009,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8qdg4ys9bd27aq15r9j/cancel',409);
INSERT INTO "audit" VALUES(123,1795456414060,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8m15nnrtr18nx0yvp9t/cancel',409);
INSERT INTO "audit" VALUES(124,1795456414136,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8h5zweqnmgdrnpe0wyr/cancel',409);
INSERT INTO "audit" VALUES(125,1795456414209,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8ex68sp6s9a91wmnm4k/cancel',409);
INSERT INTO "audit" VALUES(126,1795456414290,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn8cer134e3t31hwb59vy/cancel',409);
INSERT INTO "audit" VALUES(127,1795456414385,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn894twzmhszz5s5v7rme/cancel',409);
INSERT INTO "audit" VALUES(128,1795456414481,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn861tvjqnyve2gbw7z1g/cancel',409);
INSERT INTO "audit" VALUES(129,1795456414603,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn82qdw7yee1fnvyhmyz9/cancel',409);
INSERT INTO "audit" VALUES(130,1795456414697,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn80a0tt5q4zy61hmbhne/cancel',409);
INSERT INTO "audit" VALUES(131,1795456414933,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7ybwnzk1g5g3wg92fzx/cancel',409);
INSERT INTO "audit" VALUES(132,1795456415174,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7w1s1cgkqc4x5dmp89b/cancel',409);
INSERT INTO "audit" VALUES(133,1795456415360,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7tx9wxze8z7sjscy5zp/cancel',409);
INSERT INTO "audit" VALUES(134,1795456415568,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7sj2c89akk1n3n2kaj7/cancel',409);
INSERT INTO "audit" VALUES(135,1795456415777,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7qv423rzx3rdkepnggb/cancel',409);
INSERT INTO "audit" VALUES(136,1795456415981,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7ctgk4e08q0czzbs3b4/cancel',409);
INSERT INTO "audit" VALUES(137,1795456416223,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn7499rcvhe4cq5p9yvd1/cancel',200);
INSERT INTO "audit" VALUES(138,1795456416365,'open','127.0.0.1','Cancel a run that has not ended','POST /api/v1/runs/01m84rn6y0xrq7vzbryzea90jm/cancel',409);
CREATE TABLE chunks (
	run_id VARCHAR(26) NOT NULL, 
	repeat INTEGER NOT NULL, 
	node_index INTEGER NOT NULL, 
	schema_id INTEGER NOT NULL, 
	first_row BIGINT NOT NULL, 
	rows INTEGER NOT NULL, 
	summary BLOB NOT NULL, 
	data BLOB NOT NULL, 
	CONSTRAINT pk_chunks PRIMARY KEY (run_id, repeat, node_index, schema_id, first_row), 
	CONSTRAINT fk_chunks_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
INSERT INTO "chunks" VALUES('01m84rn6y0xrq7vzbryzea90jm',0,0,1,0,5,X'00000000000034400000000000408F40000000000000F83F00000000000059400000000000408F40000000000000F83F0000000000C07240000000000088B3400000000000001E40',X'03000000280000002800000014000000140000000000000028000000000000003C00000000000000500000000000000064000000000000000000000000408F400000000000408F400000000000408F400000000000408F400000000000408F400000C03F0000C03F0000C03F0000C03F0000C03F');
INSERT INTO "chunks" VALUES('01m84rn6y0xrq7vzbryzea90jm',0,0,2,0,100,X'000000000000000000000000000000000000000000C058400000000000C05840000000000056B340000000000056B340',X'02000080AE000000F800000028B52FFD6090002505000619281210B8DE0DFCFFFFFFDF995555555555C596021F0022002300D73D77DC6FB7BD76DA67973D76D85F77BD75D657573D75D44F37BD74D2471F9FB8C4230EF1873BBCE10C5FB8C2138EF0831BBCE0041FB8C0030EF0DF7DEF9DF75D67F9CA559E72949FDCE42527F9C8451E72907FDCE31DE7F8C6359E718C5FDCE215A7082F3AD1872EF4A003FDE73EEF39CF77AEF39CE3FCE636AF39CD672EF398C3FCE52E6F090028B52FFD609000750700C698393A306D93340600891CE8A8AA796918AFAE788CA65F349C53D71C46D72B1A8B534E4F9CC6E915C2472011902B5010480FA120F80442E12109844A01280028002A00222ED0F5B93C57E7E25C9B4B7365AEE8C25C97CB72A5AB7251AEC9F5143A814E9C53744AA78344072FE4A5F7F13C5EC7AB3C8EB7F1341EE5653C8C77F126CFE2553C8AF73A7199B84A5CA18BC435E20AE7E035789AC7E02D780A5EE6257808DE81173D03AFC023F0306FC013F002BCCB03F04A1EC9B3BC9127120BF140BC0F0FF43CBC0E8FC3FBBC0D4FC3CBF03C0FC3BBF02CBCCEABF028BC098FF324BC080FC2DBBC0703010001C002');
INSERT INTO "chunks" VALUES('01m84rn6y0xrq7vzbryzea90jm',0,1,1,0,5,X'00000000000034400000000000408F40000000000000F83F00000000000059400000000000408F40000000000000F83F0000000000C07240000000000088B3400000000000001E40',X'03000000280000002800000014000000140000000000000028000000000000003C00000000000000500000000000000064000000000000000000000000408F400000000000408F400000000000408F400000000000408F400000000000408F400000C03F0000C03F0000C03F0000C03F0000C03F');
INSERT INTO "chunks" VALUES('01m84rn6y0xrq7vzbryzea90jm',0,1,2,0,100,X'000000000000000000000000000000000000000000C058400000000000C05840000000000056B340000000000056B340',X'02000080AE000000F800000028B52FFD6090002505000619281210B8DE0DFCFFFFFFDF995555555555C596021F0022002300D73D77DC6FB7BD76DA67973D76D85F77BD75D657573D75D44F37BD74D2471F9FB8C4230EF1873BBCE10C5FB8C2138EF0831BBCE0041FB8C0030EF0DF7DEF9DF75D67F9CA559E72949FDCE42527F9C8451E72907FDCE31DE7F8C6359E718C5FDCE215A7082F3AD1872EF4A003FDE73EEF39CF77AEF39CE3FCE636AF39CD672EF398C3FCE52E6F090028B52FFD609000750700C698393A306D93340600891CE8A8AA796918AFAE788CA65F349C53D71C46D72B1A8B534E4F9CC6E915C2472011902B5010480FA120F80442E12109844A01280028002A00222ED0F5B93C57E7E25C9B4B7365AEE8C25C97CB72A5AB7251AEC9F5143A814E9C53744AA78344072FE4A5F7F13C5EC7AB3C8EB7F1341EE5653C8C77F126CFE2553C8AF73A7199B84A5CA18BC435E20AE7E035789AC7E02D780A5EE6257808DE81173D03AFC023F0306FC013F002BCCB03F04A1EC9B3BC9127120BF140BC0F0FF43CBC0E8FC3FBBC0D4FC3CBF03C0FC3BBF02CBCCEABF028BC098FF324BC080FC2DBBC0703010001C002');
INSERT INTO "chunks" VALUES('01m84rn7499rcvhe4cq5p9yvd1',0,0,1,0,5,X'00000000000034400000000000408F40000000000000F83F00000000000059400000000000408F40000000000000F83F0000000000C07240000000000088B3400000000000001E40',X'03000000280000002800000014000000140000000000000028000000000000003C00000000000000500000000000000064000000000000000000000000408F400000000000408F400000000000408F400000000000408F400000000000408F400000C03F0000C03F0000C03F0000C03F0000C03F');
INSERT INTO "chunks" VALUES('01m84rn7499rcvhe4cq5p9yvd1',0,0,2,0,100,X'000000000000000000000000000000000000000000C058400000000000C05840000000000056B340000000000056B340',X'02000080AE000000F800000028B52FFD6090002505000619281210B8DE0DFCFFFFFFDF995555555555C596021F0022002300D73D77DC6FB7BD76DA67973D76D85F77BD75D657573D75D44F37BD74D2471F9FB8C4230EF1873BBCE10C5FB8C2138EF0831BBCE0041FB8C0030EF0DF7DEF9DF75D67F9CA559E72949FDCE42527F9C8451E72907FDCE31DE7F8C6359E718C5FDCE215A7082F3AD1872EF4A003FDE73EEF39CF77AEF39CE3FCE636AF39CD672EF398C3FCE52E6F090028B52FFD609000750700C698393A306D93340600891CE8A8AA796918AFAE788CA65F349C53D71C46D72B1A8B534E4F9CC6E915C2472011902B5010480FA120F80442E12109844A01280028002A00222ED0F5B93C57E7E25C9B4B7365AEE8C25C97CB72A5AB7251AEC9F5143A814E9C53744AA78344072FE4A5F7F13C5EC7AB3C8EB7F1341EE5653C8C77F126CFE2553C8AF73A7199B84A5CA18BC435E20AE7E035789AC7E02D780A5EE6257808DE81173D03AFC023F0306FC013F002BCCB03F04A1EC9B3BC9127120BF140BC0F0FF43CBC0E8FC3FBBC0D4FC3CBF03C0FC3BBF02CBCCEABF028BC098FF324BC080FC2DBBC0703010001C002');
INSERT INTO "chunks" VALUES('01m84rn7499rcvhe4cq5p9yvd1',0,1,1,0,5,X'00000000000034400000000000408F40000000000000F83F00000000000059400000000000408F40000000000000F83F0000000000C07240000000000088B3400000000000001E40',X'03000000280000002800000014000000140000000000000028000000000000003C00000000000000500000000000000064000000000000000000000000408F400000000000408F400000000000408F400000000000408F400000000000408F400000C03F0000C03F0000C03F0000C03F0000C03F');
INSERT INTO "chunks" VALUES('01m84rn7499rcvhe4cq5p9yvd1',0,1,2,0,100,X'000000000000000000000000000000000000000000C058400000000000C05840000000000056B340000000000056B340',X'02000080AE000000F800000028B52FFD6090002505000619281210B8DE0DFCFFFFFFDF995555555555C596021F0022002300D73D77DC6FB7BD76DA67973D76D85F77BD75D657573D75D44F37BD74D2471F9FB8C4230EF1873BBCE10C5FB8C2138EF0831BBCE0041FB8C0030EF0DF7DEF9DF75D67F9CA559E72949FDCE42527F9C8451E72907FDCE31DE7F8C6359E718C5FDCE215A7082F3AD1872EF4A003FDE73EEF39CF77AEF39CE3FCE636AF39CD672EF398C3FCE52E6F090028B52FFD609000750700C698393A306D93340600891CE8A8AA796918AFAE788CA65F349C53D71C46D72B1A8B534E4F9CC6E915C2472011902B5010480FA120F80442E12109844A01280028002A00222ED0F5B93C57E7E25C9B4B7365AEE8C25C97CB72A5AB7251AEC9F5143A814E9C53744AA78344072FE4A5F7F13C5EC7AB3C8EB7F1341EE5653C8C77F126CFE2553C8AF73A7199B84A5CA18BC435E20AE7E035789AC7E02D780A5EE6257808DE81173D03AFC023F0306FC013F002BCCB03F04A1EC9B3BC9127120BF140BC0F0FF43CBC0E8FC3FBBC0D4FC3CBF03C0FC3BBF02CBCCEABF028BC098FF324BC080FC2DBBC0703010001C002');
CREATE TABLE frame_schemas (
	run_id VARCHAR(26) NOT NULL, 
	schema_id INTEGER NOT NULL, 
	document TEXT NOT NULL, 
	CONSTRAINT pk_frame_schemas PRIMARY KEY (run_id, schema_id), 
	CONSTRAINT fk_frame_schemas_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
INSERT INTO "frame_schemas" VALUES('01m84rn6y0xrq7vzbryzea90jm',1,'{"schema_id":1,"kind":"window","columns":[{"name":"first_step","title":"first_step","type":"u64","unit":"ns","role":"index","series":"first_step"},{"name":"step_time.mean","title":"step_time.mean","type":"f64","unit":"ns","role":"duration","series":"step_time"},{"name":"activity.wait","title":"activity.wait","type":"f32","unit":"ns","role":"activity","series":"activity"}]}');
INSERT INTO "frame_schemas" VALUES('01m84rn6y0xrq7vzbryzea90jm',2,'{"schema_id":2,"kind":"samples","columns":[{"name":"step","title":"step","type":"u32","unit":"ns","role":"index","series":"step"},{"name":"step_time","title":"step_time","type":"f32","unit":"ns","role":"duration","series":"step_time"}]}');
INSERT INTO "frame_schemas" VALUES('01m84rn6y0xrq7vzbryzea90jm',3,'{"schema_id":3,"kind":"entities","columns":[{"name":"entity","title":"entity","type":"u32","unit":"ns","role":"index","series":"entity"},{"name":"x","title":"x","type":"f32","unit":"ns","role":"position","series":"x"}]}');
INSERT INTO "frame_schemas" VALUES('01m84rn7499rcvhe4cq5p9yvd1',1,'{"schema_id":1,"kind":"window","columns":[{"name":"first_step","title":"first_step","type":"u64","unit":"ns","role":"index","series":"first_step"},{"name":"step_time.mean","title":"step_time.mean","type":"f64","unit":"ns","role":"duration","series":"step_time"},{"name":"activity.wait","title":"activity.wait","type":"f32","unit":"ns","role":"activity","series":"activity"}]}');
INSERT INTO "frame_schemas" VALUES('01m84rn7499rcvhe4cq5p9yvd1',2,'{"schema_id":2,"kind":"samples","columns":[{"name":"step","title":"step","type":"u32","unit":"ns","role":"index","series":"step"},{"name":"step_time","title":"step_time","type":"f32","unit":"ns","role":"duration","series":"step_time"}]}');
INSERT INTO "frame_schemas" VALUES('01m84rn7499rcvhe4cq5p9yvd1',3,'{"schema_id":3,"kind":"entities","columns":[{"name":"entity","title":"entity","type":"u32","unit":"ns","role":"index","series":"entity"},{"name":"x","title":"x","type":"f32","unit":"ns","role":"position","series":"x"}]}');
CREATE TABLE idempotency (
	"key" VARCHAR(200) NOT NULL, 
	run_id VARCHAR(26) NOT NULL, 
	body_digest VARCHAR(64) NOT NULL, 
	created_ms BIGINT NOT NULL, 
	CONSTRAINT pk_idempotency PRIMARY KEY ("key"), 
	CONSTRAINT fk_idempotency_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
CREATE TABLE nodes (
	name VARCHAR(63) NOT NULL, 
	colour INTEGER NOT NULL, 
	facts TEXT NOT NULL, 
	since_ms BIGINT NOT NULL, key_digest VARCHAR(64), 
	CONSTRAINT pk_nodes PRIMARY KEY (name)
);
INSERT INTO "nodes" VALUES('a',1,'{"hostname":"host","os":"Debian 12","kernel":"6.1","architecture":"x86_64","cpu_model":"CPU","cores":2,"cpu_limit":2.0,"memory_bytes":8589934592,"machine_id":"m1","address":"127.0.0.1","rating":1000.0,"clock_resolution_ns":1.0,"clock_read_ns":20.0,"transports":["thread","shm","uds","tcp","tcp_per_message","mailer"],"rti_peers":[],"third_party_transports":[],"agent_version":"0.1.0","worker_version":"0.1.0","build":"release","commit":"abcdef"}',1795456408179,NULL);
INSERT INTO "nodes" VALUES('b',2,'{"hostname":"host","os":"Debian 12","kernel":"6.1","architecture":"x86_64","cpu_model":"CPU","cores":2,"cpu_limit":2.0,"memory_bytes":8589934592,"machine_id":"m1","address":"127.0.0.1","rating":1000.0,"clock_resolution_ns":1.0,"clock_read_ns":20.0,"transports":["thread","shm","uds","tcp","tcp_per_message","mailer"],"rti_peers":[],"third_party_transports":[],"agent_version":"0.1.0","worker_version":"0.1.0","build":"release","commit":"abcdef"}',1795456408211,NULL);
CREATE TABLE outputs (
	run_id VARCHAR(26) NOT NULL, 
	repeat INTEGER NOT NULL, 
	node_index INTEGER NOT NULL, 
	stored_seq BIGINT NOT NULL, 
	total_steps VARCHAR(20), 
	result TEXT, 
	exit_status INTEGER, surroundings TEXT, 
	CONSTRAINT pk_outputs PRIMARY KEY (run_id, repeat, node_index), 
	CONSTRAINT fk_outputs_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
INSERT INTO "outputs" VALUES('01m84rn6y0xrq7vzbryzea90jm',0,0,16,'100','{"schema_version":1,"metrics":[{"name":"step_time.p50","title":"Step time","value":1000.0,"unit":"ns","better":"lower"},{"name":"steps_per_second","title":"Steps per second","value":1000000.0,"unit":"steps/s","better":"higher"}],"run_metrics":[{"name":"step_time.p50","title":"Step time","value":1000.0,"unit":"ns","better":"lower"},{"name":"steps_per_second","title":"Steps per second","value":1000000.0,"unit":"steps/s","better":"higher"}],"checks":[{"name":"message_counts","title":"Messages","holds":true,"expected":"120000","found":"120000"}],"messages":[{"kind":"state_from_entity","title":"State update from an entity","expected":"120000","counted":"120000","bytes":"960000"}],"run_messages":[{"kind":"state_from_entity","title":"State update from an entity","expected":"120000","counted":"120000","bytes":"960000"}],"state_checksum":"42","run_state_checksum":"42","processes":[{"name":"universe manager","pid":100,"elapsed_us":0,"user_us":10,"system_us":5,"voluntary_switches":1,"involuntary_switches":2,"minor_faults":3,"major_faults":0,"block_reads":0,"block_writes":0,"signals":0,"peak_rss_bytes":1048576}],"paths":[],"migrations":[],"traces":[],"elapsed_ns":"3000000","samples_dropped":0,"sample_stride":1}',0,NULL);
INSERT INTO "outputs" VALUES('01m84rn6y0xrq7vzbryzea90jm',0,1,16,'100','{"schema_version":1,"metrics":[{"name":"step_time.p50","title":"Step time","value":1000.0,"unit":"ns","better":"lower"},{"name":"steps_per_second","title":"Steps per second","value":1000000.0,"unit":"steps/s","better":"higher"}],"run_metrics":[],"checks":[{"name":"message_counts","title":"Messages","holds":true,"expected":"120000","found":"120000"}],"messages":[{"kind":"state_from_entity","title":"State update from an entity","expected":"120000","counted":"120000","bytes":"960000"}],"run_messages":[],"state_checksum":"42","run_state_checksum":"0","processes":[{"name":"universe manager","pid":100,"elapsed_us":0,"user_us":10,"system_us":5,"voluntary_switches":1,"involuntary_switches":2,"minor_faults":3,"major_faults":0,"block_reads":0,"block_writes":0,"signals":0,"peak_rss_bytes":1048576}],"paths":[],"migrations":[],"traces":[],"elapsed_ns":"3000000","samples_dropped":0,"sample_stride":1}',0,NULL);
INSERT INTO "outputs" VALUES('01m84rn7499rcvhe4cq5p9yvd1',0,0,14,'100',NULL,3,NULL);
INSERT INTO "outputs" VALUES('01m84rn7499rcvhe4cq5p9yvd1',0,1,14,'100',NULL,3,NULL);
CREATE TABLE repeats (
	run_id VARCHAR(26) NOT NULL, 
	repeat INTEGER NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	started_ms BIGINT, 
	ended_ms BIGINT, 
	CONSTRAINT pk_repeats PRIMARY KEY (run_id, repeat), 
	CONSTRAINT fk_repeats_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
INSERT INTO "repeats" VALUES('01m84rn6y0xrq7vzbryzea90jm',0,'done',1795456408652,1795456408654);
INSERT INTO "repeats" VALUES('01m84rn7499rcvhe4cq5p9yvd1',0,'cancelled',1795456409094,1795456416154);
CREATE TABLE run_events (
	run_id VARCHAR(26) NOT NULL, 
	sequence INTEGER NOT NULL, 
	at_ms BIGINT NOT NULL, 
	repeat INTEGER, 
	node VARCHAR(63) NOT NULL, 
	name VARCHAR(63) NOT NULL, 
	text TEXT NOT NULL, 
	step VARCHAR(20), migration TEXT, 
	CONSTRAINT pk_run_events PRIMARY KEY (run_id, sequence), 
	CONSTRAINT fk_run_events_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
INSERT INTO "run_events" VALUES('01m84rn6y0xrq7vzbryzea90jm',1,1795456408512,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn6y0xrq7vzbryzea90jm',2,1795456408549,NULL,'','state.placing','On a, b.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn6y0xrq7vzbryzea90jm',3,1795456408604,0,'','state.preparing','Repeat 1 of 1: workers are launched.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn6y0xrq7vzbryzea90jm',4,1795456408636,0,'','state.ready','Every worker is connected to its peers.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn6y0xrq7vzbryzea90jm',5,1795456408652,0,'','state.running','The measured part has begun.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn6y0xrq7vzbryzea90jm',6,1795456408653,0,'','state.collecting','Workers check their counts and give their results.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn6y0xrq7vzbryzea90jm',7,1795456408654,NULL,'','state.done','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7499rcvhe4cq5p9yvd1',1,1795456408713,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7499rcvhe4cq5p9yvd1',2,1795456408910,NULL,'','state.placing','On a, b.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7499rcvhe4cq5p9yvd1',3,1795456409067,0,'','state.preparing','Repeat 1 of 1: workers are launched.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7499rcvhe4cq5p9yvd1',4,1795456409091,0,'','state.ready','Every worker is connected to its peers.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7499rcvhe4cq5p9yvd1',5,1795456409094,0,'','state.running','The measured part has begun.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7ctgk4e08q0czzbs3b4',1,1795456408986,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7ctgk4e08q0czzbs3b4',2,1795456409173,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7ctgk4e08q0czzbs3b4',3,1795456409180,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7qv423rzx3rdkepnggb',1,1795456409339,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7qv423rzx3rdkepnggb',2,1795456409352,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7qv423rzx3rdkepnggb',3,1795456409355,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7sj2c89akk1n3n2kaj7',1,1795456409394,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7sj2c89akk1n3n2kaj7',2,1795456409401,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7sj2c89akk1n3n2kaj7',3,1795456409407,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7tx9wxze8z7sjscy5zp',1,1795456409437,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7tx9wxze8z7sjscy5zp',2,1795456409442,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7tx9wxze8z7sjscy5zp',3,1795456409448,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7w1s1cgkqc4x5dmp89b',1,1795456409473,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7w1s1cgkqc4x5dmp89b',2,1795456409493,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7w1s1cgkqc4x5dmp89b',3,1795456409506,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7ybwnzk1g5g3wg92fzx',1,1795456409547,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7ybwnzk1g5g3wg92fzx',2,1795456409560,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7ybwnzk1g5g3wg92fzx',3,1795456409575,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn80a0tt5q4zy61hmbhne',1,1795456409610,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn80a0tt5q4zy61hmbhne',2,1795456409621,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn80a0tt5q4zy61hmbhne',3,1795456409637,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn82qdw7yee1fnvyhmyz9',1,1795456409687,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn82qdw7yee1fnvyhmyz9',2,1795456409709,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn82qdw7yee1fnvyhmyz9',3,1795456409717,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn861tvjqnyve2gbw7z1g',1,1795456409793,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn861tvjqnyve2gbw7z1g',2,1795456409825,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn861tvjqnyve2gbw7z1g',3,1795456409841,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn894twzmhszz5s5v7rme',1,1795456409892,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn894twzmhszz5s5v7rme',2,1795456409921,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn894twzmhszz5s5v7rme',3,1795456409935,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8cer134e3t31hwb59vy',1,1795456409998,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8cer134e3t31hwb59vy',2,1795456410025,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8cer134e3t31hwb59vy',3,1795456410037,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8ex68sp6s9a91wmnm4k',1,1795456410077,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8ex68sp6s9a91wmnm4k',2,1795456410099,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8ex68sp6s9a91wmnm4k',3,1795456410109,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8h5zweqnmgdrnpe0wyr',1,1795456410149,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8h5zweqnmgdrnpe0wyr',2,1795456410179,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8h5zweqnmgdrnpe0wyr',3,1795456410198,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8m15nnrtr18nx0yvp9t',1,1795456410241,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8m15nnrtr18nx0yvp9t',2,1795456410269,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8m15nnrtr18nx0yvp9t',3,1795456410281,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8qdg4ys9bd27aq15r9j',1,1795456410349,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8qdg4ys9bd27aq15r9j',2,1795456410364,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8qdg4ys9bd27aq15r9j',3,1795456410376,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8sq2agdjar0h4eg229f',1,1795456410423,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8sq2agdjar0h4eg229f',2,1795456410441,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8sq2agdjar0h4eg229f',3,1795456410453,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8vhrdd59xnj5b8xw215',1,1795456410481,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8vhrdd59xnj5b8xw215',2,1795456410491,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8vhrdd59xnj5b8xw215',3,1795456410504,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8x3zpc0fzjhvgexdvk7',1,1795456410531,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8x3zpc0fzjhvgexdvk7',2,1795456410565,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8x3zpc0fzjhvgexdvk7',3,1795456410577,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8zgymyaqnasptmfatqf',1,1795456410608,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8zgymyaqnasptmfatqf',2,1795456410622,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn8zgymyaqnasptmfatqf',3,1795456410637,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn91t9c6ypg6rx29j3v24',1,1795456410682,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn91t9c6ypg6rx29j3v24',2,1795456410714,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn91t9c6ypg6rx29j3v24',3,1795456410727,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn952fv26h8pgeckrmk79',1,1795456410786,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn952fv26h8pgeckrmk79',2,1795456410819,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn952fv26h8pgeckrmk79',3,1795456410832,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn97zve9j8tf4z8dq0bsm',1,1795456410879,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn97zve9j8tf4z8dq0bsm',2,1795456410900,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn97zve9j8tf4z8dq0bsm',3,1795456410920,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9a26910sqxrydg1gj5a',1,1795456410946,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9a26910sqxrydg1gj5a',2,1795456410977,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9a26910sqxrydg1gj5a',3,1795456410989,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9cx15g8eh7tccspn2ee',1,1795456411037,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9cx15g8eh7tccspn2ee',2,1795456411057,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9cx15g8eh7tccspn2ee',3,1795456411066,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9fcc7ndvm447wrb841e',1,1795456411116,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9fcc7ndvm447wrb841e',2,1795456411145,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9fcc7ndvm447wrb841e',3,1795456411162,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9jedbnv4qg7xfgxjjxp',1,1795456411214,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9jedbnv4qg7xfgxjjxp',2,1795456411242,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9jedbnv4qg7xfgxjjxp',3,1795456411265,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9n5rz5k2s5xym3bv0w0',1,1795456411301,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9n5rz5k2s5xym3bv0w0',2,1795456411351,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9n5rz5k2s5xym3bv0w0',3,1795456411360,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9sddcczx4p91armq36e',1,1795456411437,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9sddcczx4p91armq36e',2,1795456411470,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9sddcczx4p91armq36e',3,1795456411489,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9wc9x9qzwzpmmdsa67s',1,1795456411532,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9wc9x9qzwzpmmdsa67s',2,1795456411548,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9wc9x9qzwzpmmdsa67s',3,1795456411566,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9yxth2xfhvv77046fdb',1,1795456411613,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9yxth2xfhvv77046fdb',2,1795456411640,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn9yxth2xfhvv77046fdb',3,1795456411656,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rna1fvcw7t20czn2z8kmn',1,1795456411695,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rna1fvcw7t20czn2z8kmn',2,1795456411716,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rna1fvcw7t20czn2z8kmn',3,1795456411734,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rna408xn6dmsz01k76cep',1,1795456411776,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rna408xn6dmsz01k76cep',2,1795456411800,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rna408xn6dmsz01k76cep',3,1795456411812,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rna6mkycjpprdmwhsm666',1,1795456411860,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rna6mkycjpprdmwhsm666',2,1795456411889,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rna6mkycjpprdmwhsm666',3,1795456411901,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnacvej5mve7vjtq3vmms',1,1795456412059,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnacvej5mve7vjtq3vmms',2,1795456412081,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnacvej5mve7vjtq3vmms',3,1795456412105,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnafnqhtp0s68eegn5c8y',1,1795456412149,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnafnqhtp0s68eegn5c8y',2,1795456412173,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnafnqhtp0s68eegn5c8y',3,1795456412185,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnahq4d79yrqqqcbnbyxk',1,1795456412215,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnahq4d79yrqqqcbnbyxk',2,1795456412240,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnahq4d79yrqqqcbnbyxk',3,1795456412256,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnam8gb3wam4dssg5m9t2',1,1795456412296,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnam8gb3wam4dssg5m9t2',2,1795456412324,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnam8gb3wam4dssg5m9t2',3,1795456412336,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnapw4faaqyrd8mac9p5w',1,1795456412380,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnapw4faaqyrd8mac9p5w',2,1795456412408,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnapw4faaqyrd8mac9p5w',3,1795456412424,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnasvrthv3qfs7kxy3vk2',1,1795456412475,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnasvrthv3qfs7kxy3vk2',2,1795456412492,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnasvrthv3qfs7kxy3vk2',3,1795456412509,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnax26p3b9s9gy1afg7rr',1,1795456412578,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnax26p3b9s9gy1afg7rr',2,1795456412607,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnax26p3b9s9gy1afg7rr',3,1795456412618,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnazv6t8hz9dg6nwjswhj',1,1795456412667,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnazv6t8hz9dg6nwjswhj',2,1795456412693,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnazv6t8hz9dg6nwjswhj',3,1795456412709,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnb38vex7fjanf6yk11bj',1,1795456412776,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnb38vex7fjanf6yk11bj',2,1795456412797,NULL,'','waiting','Waits for a to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnb38vex7fjanf6yk11bj',3,1795456412809,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnb5mek7w96cyh06x1jj3',1,1795456412852,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnb5mek7w96cyh06x1jj3',2,1795456412865,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnb5mek7w96cyh06x1jj3',3,1795456412882,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnbaq6jk62n9aqmq6sezv',1,1795456413015,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnbaq6jk62n9aqmq6sezv',2,1795456413047,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnbaqnpka510vqxpdhe77',1,1795456413015,NULL,'','state.queued','Waits for its nodes.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnbaqnpka510vqxpdhe77',2,1795456413047,NULL,'','waiting','Waits for a, b to be free.',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnbaqnpka510vqxpdhe77',3,1795456413134,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rnbaq6jk62n9aqmq6sezv',3,1795456413233,NULL,'','state.cancelled','',NULL,NULL);
INSERT INTO "run_events" VALUES('01m84rn7499rcvhe4cq5p9yvd1',6,1795456416155,NULL,'','state.cancelled','',NULL,NULL);
CREATE TABLE run_groups (
	id VARCHAR(26) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name VARCHAR(63), 
	version INTEGER, 
	variant VARCHAR(63), 
	title VARCHAR(120) NOT NULL, 
	created_ms BIGINT NOT NULL, 
	interleaved BOOLEAN NOT NULL, 
	document TEXT NOT NULL, 
	shapes_hold BOOLEAN, 
	idempotency_key VARCHAR(200), 
	body_digest VARCHAR(64), 
	CONSTRAINT pk_run_groups PRIMARY KEY (id), 
	CONSTRAINT uq_run_groups_number UNIQUE (number), 
	CONSTRAINT uq_run_groups_idempotency_key UNIQUE (idempotency_key)
);
INSERT INTO "run_groups" VALUES('01m84rnb9yewvdxzpc7w69cctp',1,'sweep',NULL,NULL,NULL,'Two seeds',1795456412990,1,'{"sweep":{"schema_version":1,"name":"Two seeds","base":{"spec":null,"preset":"universe-two-nodes","set":["repeats=1"]},"axes":[{"kind":"range","path":"seed","min":1.0,"max":2.0,"step":1.0}],"combine":"grid","interleaved":true},"suite":null,"run_suite":null}',NULL,NULL,NULL);
CREATE TABLE run_log (
	run_id VARCHAR(26) NOT NULL, 
	sequence INTEGER NOT NULL, 
	at_ms BIGINT NOT NULL, 
	repeat INTEGER, 
	node VARCHAR(63) NOT NULL, 
	level VARCHAR(8) NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_run_log PRIMARY KEY (run_id, sequence), 
	CONSTRAINT fk_run_log_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
INSERT INTO "run_log" VALUES('01m84rn6y0xrq7vzbryzea90jm',1,1795456408638,0,'a','info','checks done');
INSERT INTO "run_log" VALUES('01m84rn6y0xrq7vzbryzea90jm',2,1795456408638,0,'b','info','checks done');
CREATE TABLE run_nodes (
	run_id VARCHAR(26) NOT NULL, 
	node_index INTEGER NOT NULL, 
	name VARCHAR(63) NOT NULL, 
	CONSTRAINT pk_run_nodes PRIMARY KEY (run_id, node_index), 
	CONSTRAINT fk_run_nodes_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
INSERT INTO "run_nodes" VALUES('01m84rn6y0xrq7vzbryzea90jm',0,'a');
INSERT INTO "run_nodes" VALUES('01m84rn6y0xrq7vzbryzea90jm',1,'b');
INSERT INTO "run_nodes" VALUES('01m84rn7499rcvhe4cq5p9yvd1',0,'a');
INSERT INTO "run_nodes" VALUES('01m84rn7499rcvhe4cq5p9yvd1',1,'b');
CREATE TABLE run_numbers (
	last INTEGER NOT NULL, 
	CONSTRAINT pk_run_numbers PRIMARY KEY (last)
);
INSERT INTO "run_numbers" VALUES(47);
CREATE TABLE run_tags (
	run_id VARCHAR(26) NOT NULL, 
	tag VARCHAR(63) NOT NULL, 
	CONSTRAINT pk_run_tags PRIMARY KEY (run_id, tag), 
	CONSTRAINT fk_run_tags_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
INSERT INTO "run_tags" VALUES('01m84rn8h5zweqnmgdrnpe0wyr','messaging');
INSERT INTO "run_tags" VALUES('01m84rn8m15nnrtr18nx0yvp9t','messaging');
INSERT INTO "run_tags" VALUES('01m84rn8qdg4ys9bd27aq15r9j','messaging');
INSERT INTO "run_tags" VALUES('01m84rn8sq2agdjar0h4eg229f','universe');
INSERT INTO "run_tags" VALUES('01m84rn8vhrdd59xnj5b8xw215','universe');
INSERT INTO "run_tags" VALUES('01m84rn8x3zpc0fzjhvgexdvk7','rti');
INSERT INTO "run_tags" VALUES('01m84rn8zgymyaqnasptmfatqf','rti');
INSERT INTO "run_tags" VALUES('01m84rn91t9c6ypg6rx29j3v24','rti');
INSERT INTO "run_tags" VALUES('01m84rn91t9c6ypg6rx29j3v24','best-effort');
INSERT INTO "run_tags" VALUES('01m84rn952fv26h8pgeckrmk79','rti');
INSERT INTO "run_tags" VALUES('01m84rn952fv26h8pgeckrmk79','wan');
INSERT INTO "run_tags" VALUES('01m84rn97zve9j8tf4z8dq0bsm','rti');
INSERT INTO "run_tags" VALUES('01m84rn9a26910sqxrydg1gj5a','rti');
INSERT INTO "run_tags" VALUES('01m84rn9cx15g8eh7tccspn2ee','rti');
INSERT INTO "run_tags" VALUES('01m84rn9cx15g8eh7tccspn2ee','multicast');
INSERT INTO "run_tags" VALUES('01m84rn9fcc7ndvm447wrb841e','rti');
INSERT INTO "run_tags" VALUES('01m84rn9jedbnv4qg7xfgxjjxp','rti');
INSERT INTO "run_tags" VALUES('01m84rn9n5rz5k2s5xym3bv0w0','rti');
INSERT INTO "run_tags" VALUES('01m84rn9sddcczx4p91armq36e','rti');
INSERT INTO "run_tags" VALUES('01m84rn9wc9x9qzwzpmmdsa67s','rti');
INSERT INTO "run_tags" VALUES('01m84rn9yxth2xfhvv77046fdb','rti');
INSERT INTO "run_tags" VALUES('01m84rna1fvcw7t20czn2z8kmn','rti');
INSERT INTO "run_tags" VALUES('01m84rna408xn6dmsz01k76cep','pdes');
INSERT INTO "run_tags" VALUES('01m84rna6mkycjpprdmwhsm666','pdes');
INSERT INTO "run_tags" VALUES('01m84rnacvej5mve7vjtq3vmms','pdes');
INSERT INTO "run_tags" VALUES('01m84rnafnqhtp0s68eegn5c8y','pdes');
INSERT INTO "run_tags" VALUES('01m84rnahq4d79yrqqqcbnbyxk','pdes');
INSERT INTO "run_tags" VALUES('01m84rnam8gb3wam4dssg5m9t2','pdes');
INSERT INTO "run_tags" VALUES('01m84rnapw4faaqyrd8mac9p5w','pdes');
INSERT INTO "run_tags" VALUES('01m84rnasvrthv3qfs7kxy3vk2','pdes');
INSERT INTO "run_tags" VALUES('01m84rnax26p3b9s9gy1afg7rr','pdes');
INSERT INTO "run_tags" VALUES('01m84rnazv6t8hz9dg6nwjswhj','model');
INSERT INTO "run_tags" VALUES('01m84rnb38vex7fjanf6yk11bj','model');
INSERT INTO "run_tags" VALUES('01m84rnb5mek7w96cyh06x1jj3','smoke');
CREATE TABLE runs (
	id VARCHAR(26) NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(120) NOT NULL, 
	note TEXT NOT NULL, 
	tags TEXT NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	workload VARCHAR(63) NOT NULL, 
	preset VARCHAR(63), 
	created_ms BIGINT NOT NULL, 
	started_ms BIGINT, 
	ended_ms BIGINT, 
	repeat INTEGER NOT NULL, 
	repeats INTEGER NOT NULL, 
	progress FLOAT NOT NULL, 
	spec TEXT NOT NULL, 
	nodes TEXT NOT NULL, 
	node_names TEXT NOT NULL, 
	headline TEXT NOT NULL, 
	checks_hold BOOLEAN, 
	failure TEXT, 
	archived BOOLEAN NOT NULL, 
	versions TEXT NOT NULL, 
	revision INTEGER NOT NULL, group_id VARCHAR(26), group_cell INTEGER, group_ref TEXT, interleaved BOOLEAN, busy_ms BIGINT, 
	CONSTRAINT pk_runs PRIMARY KEY (id), 
	CONSTRAINT uq_runs_number UNIQUE (number)
);
INSERT INTO "runs" VALUES('01m84rn6y0xrq7vzbryzea90jm',1,'Universe on two nodes','','[]','done','universe_steps','universe-two-nodes',1795456408512,1795456408604,1795456408654,0,1,1.0,'{"schema_version":1,"name":"Universe on two nodes","note":"","tags":[],"workload":{"kind":"universe_steps","entities":40,"behaviour":"toggle","managers":1,"monitors":1,"steps":3000,"warmup_steps":100,"process_model":"process","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":20.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":1,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[{"index":0,"name":"a","colour":1,"load_before":0.5,"busy_share_before":0.25,"assigned":"20 entities, 1 manager","facts":{"hostname":"host","os":"Debian 12","kernel":"6.1","architecture":"x86_64","cpu_model":"CPU","cores":2,"cpu_limit":2.0,"memory_bytes":8589934592,"machine_id":"m1","address":"127.0.0.1","rating":1000.0,"clock_resolution_ns":1.0,"clock_read_ns":20.0,"transports":["thread","shm","uds","tcp","tcp_per_message","mailer"],"rti_peers":[],"third_party_transports":[],"agent_version":"0.1.0","worker_version":"0.1.0","build":"release","commit":"abcdef"},"entities":null},{"index":1,"name":"b","colour":2,"load_before":0.5,"busy_share_before":0.25,"assigned":"20 entities","facts":{"hostname":"host","os":"Debian 12","kernel":"6.1","architecture":"x86_64","cpu_model":"CPU","cores":2,"cpu_limit":2.0,"memory_bytes":8589934592,"machine_id":"m1","address":"127.0.0.1","rating":1000.0,"clock_resolution_ns":1.0,"clock_read_ns":20.0,"transports":["thread","shm","uds","tcp","tcp_per_message","mailer"],"rti_peers":[],"third_party_transports":[],"agent_version":"0.1.0","worker_version":"0.1.0","build":"release","commit":"abcdef"},"entities":null}]','["a", "b"]','[{"name":"step_time.p50","title":"Step time","unit":"ns","better":"lower","values":[1000.0],"median":1000.0,"low":1000.0,"high":1000.0,"interval":"range","modes":[]},{"name":"steps_per_second","title":"Steps per second","unit":"steps/s","better":"higher","values":[1000000.0],"median":1000000.0,"low":1000000.0,"high":1000000.0,"interval":"range","modes":[]}]',1,NULL,0,'["console 0.2.0 aa6e9aaf9725", "agent 0.1.0", "worker 0.1.0 (abcdef)"]',9,NULL,NULL,NULL,0,50);
INSERT INTO "runs" VALUES('01m84rn7499rcvhe4cq5p9yvd1',2,'Universe on two nodes','','[]','cancelled','universe_steps','universe-two-nodes',1795456408713,1795456409067,1795456416155,0,1,1.0,'{"schema_version":1,"name":"Universe on two nodes","note":"","tags":[],"workload":{"kind":"universe_steps","entities":40,"behaviour":"toggle","managers":1,"monitors":1,"steps":3000,"warmup_steps":100,"process_model":"process","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":20.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":1,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[{"index":0,"name":"a","colour":1,"load_before":0.5,"busy_share_before":0.25,"assigned":"20 entities, 1 manager","facts":{"hostname":"host","os":"Debian 12","kernel":"6.1","architecture":"x86_64","cpu_model":"CPU","cores":2,"cpu_limit":2.0,"memory_bytes":8589934592,"machine_id":"m1","address":"127.0.0.1","rating":1000.0,"clock_resolution_ns":1.0,"clock_read_ns":20.0,"transports":["thread","shm","uds","tcp","tcp_per_message","mailer"],"rti_peers":[],"third_party_transports":[],"agent_version":"0.1.0","worker_version":"0.1.0","build":"release","commit":"abcdef"},"entities":null},{"index":1,"name":"b","colour":2,"load_before":0.5,"busy_share_before":0.25,"assigned":"20 entities","facts":{"hostname":"host","os":"Debian 12","kernel":"6.1","architecture":"x86_64","cpu_model":"CPU","cores":2,"cpu_limit":2.0,"memory_bytes":8589934592,"machine_id":"m1","address":"127.0.0.1","rating":1000.0,"clock_resolution_ns":1.0,"clock_read_ns":20.0,"transports":["thread","shm","uds","tcp","tcp_per_message","mailer"],"rti_peers":[],"third_party_transports":[],"agent_version":"0.1.0","worker_version":"0.1.0","build":"release","commit":"abcdef"},"entities":null}]','["a", "b"]','[]',NULL,NULL,0,'["console 0.2.0 aa6e9aaf9725", "agent 0.1.0", "worker 0.1.0 (abcdef)"]',8,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn7ctgk4e08q0czzbs3b4',3,'Universe on two nodes','','[]','cancelled','universe_steps','universe-two-nodes',1795456408986,NULL,1795456409180,0,5,0.0,'{"schema_version":1,"name":"Universe on two nodes","note":"","tags":[],"workload":{"kind":"universe_steps","entities":40,"behaviour":"toggle","managers":1,"monitors":1,"steps":3000,"warmup_steps":100,"process_model":"process","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":20.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn7qv423rzx3rdkepnggb',4,'Universe on one node','','[]','cancelled','universe_steps','universe-one-node',1795456409339,NULL,1795456409355,0,5,0.0,'{"schema_version":1,"name":"Universe on one node","note":"","tags":[],"workload":{"kind":"universe_steps","entities":40,"behaviour":"toggle","managers":1,"monitors":1,"steps":3000,"warmup_steps":100,"process_model":"process","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":20.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn7sj2c89akk1n3n2kaj7',5,'Universe on two nodes, manager on the slave','','[]','cancelled','universe_steps','universe-managers-on-slave',1795456409394,NULL,1795456409407,0,5,0.0,'{"schema_version":1,"name":"Universe on two nodes, manager on the slave","note":"","tags":[],"workload":{"kind":"universe_steps","entities":40,"behaviour":"toggle","managers":1,"monitors":1,"steps":3000,"warmup_steps":100,"process_model":"process","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":20.0,"manager_cost_us":0.0,"manager_placement":"slave","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn7tx9wxze8z7sjscy5zp',6,'Fastest steps','','[]','cancelled','universe_steps','universe-pooled-fast',1795456409437,NULL,1795456409448,0,5,0.0,'{"schema_version":1,"name":"Fastest steps","note":"","tags":[],"workload":{"kind":"universe_steps","entities":40,"behaviour":"toggle","managers":0,"monitors":1,"steps":1000000,"warmup_steps":10000,"process_model":"pooled","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":0.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn7w1s1cgkqc4x5dmp89b',7,'A million entities','','[]','cancelled','universe_steps','universe-pooled-million',1795456409473,NULL,1795456409506,0,5,0.0,'{"schema_version":1,"name":"A million entities","note":"","tags":[],"workload":{"kind":"universe_steps","entities":1000000,"behaviour":"toggle","managers":0,"monitors":1,"steps":120,"warmup_steps":10,"process_model":"pooled","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":0.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn7ybwnzk1g5g3wg92fzx',8,'A flock over two nodes','','[]','cancelled','universe_steps','universe-flock',1795456409547,NULL,1795456409575,0,3,0.0,'{"schema_version":1,"name":"A flock over two nodes","note":"","tags":[],"workload":{"kind":"universe_steps","entities":10000,"behaviour":"flock","managers":0,"monitors":1,"steps":3000,"warmup_steps":20,"process_model":"pooled","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":0.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"equal"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":3,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn80a0tt5q4zy61hmbhne',9,'A flock of 100,000','','[]','cancelled','universe_steps','universe-flock-large',1795456409610,NULL,1795456409637,0,3,0.0,'{"schema_version":1,"name":"A flock of 100,000","note":"","tags":[],"workload":{"kind":"universe_steps","entities":100000,"behaviour":"flock","managers":0,"monitors":1,"steps":600,"warmup_steps":5,"process_model":"pooled","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":0.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":1},"repeats":3,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn82qdw7yee1fnvyhmyz9',10,'A walk-through town','','[]','cancelled','universe_steps','universe-walkthrough',1795456409687,NULL,1795456409717,0,3,0.0,'{"schema_version":1,"name":"A walk-through town","note":"","tags":[],"workload":{"kind":"universe_steps","entities":20000,"behaviour":"walkthrough","managers":1,"monitors":1,"steps":20000,"warmup_steps":100,"process_model":"pooled","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":0.02,"update_cost_us":0.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"equal"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":3,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn861tvjqnyve2gbw7z1g',11,'Universe of a model','','[]','cancelled','universe_steps','universe-modelled',1795456409793,NULL,1795456409841,0,5,0.0,'{"schema_version":1,"name":"Universe of a model","note":"","tags":[],"workload":{"kind":"universe_steps","entities":40,"behaviour":"toggle","managers":1,"monitors":2,"steps":3000,"warmup_steps":100,"process_model":"process","pool_threads":0,"state_bytes":8,"state":{"kind":"model","model":{"kind":"shipped","name":"town"},"entity":"Walker"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":20.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"always"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn894twzmhszz5s5v7rme',12,'Migration between two nodes','','[]','cancelled','universe_migration','uss-migration',1795456409892,NULL,1795456409935,0,1,0.0,'{"schema_version":1,"name":"Migration between two nodes","note":"","tags":[],"workload":{"kind":"universe_migration","entities":40,"steps":250,"warmup_steps":0,"policy":"threshold","load":"measured","threshold_ms":65.0,"settle_steps":4,"construct_cost_us":5000.0,"carried_bytes":1024,"update_cost_us":2000.0,"burst_every_steps":1600,"burst_rise_steps":20,"burst_peak":12.0,"managers":0,"monitors":1,"manager_placement":"master","split":{"kind":"equal"},"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":1,"seed":"223","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn8cer134e3t31hwb59vy',13,'Migration by forecast','','[]','cancelled','universe_migration','uss-migration-predictive',1795456409998,NULL,1795456410037,0,1,0.0,'{"schema_version":1,"name":"Migration by forecast","note":"","tags":[],"workload":{"kind":"universe_migration","entities":40,"steps":250,"warmup_steps":0,"policy":"predictive","load":"measured","threshold_ms":65.0,"settle_steps":4,"construct_cost_us":5000.0,"carried_bytes":1024,"update_cost_us":2000.0,"burst_every_steps":1600,"burst_rise_steps":20,"burst_peak":12.0,"managers":0,"monitors":1,"manager_placement":"master","split":{"kind":"equal"},"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":1,"seed":"223","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn8ex68sp6s9a91wmnm4k',14,'Making and ending entities','','[]','cancelled','process_activity','process-activity',1795456410077,NULL,1795456410109,0,3,0.0,'{"schema_version":1,"name":"Making and ending entities","note":"","tags":[],"workload":{"kind":"process_activity","entities":40,"managers":1,"process_model":"process","launches":20,"steps":200,"monitors":1,"state_bytes":8},"placement":{"kind":"fastest","count":1},"repeats":3,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn8h5zweqnmgdrnpe0wyr',15,'Sending and receiving on one node','','["messaging"]','cancelled','messaging','messaging',1795456410149,NULL,1795456410198,0,5,0.0,'{"schema_version":1,"name":"Sending and receiving on one node","note":"","tags":["messaging"],"workload":{"kind":"messaging","message_bytes":1024,"exchanges":5000,"streamed":10000,"warmup_messages":200,"process_model":"process"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"tcp","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn8m15nnrtr18nx0yvp9t',16,'Sending and receiving on two nodes','','["messaging"]','cancelled','messaging','messaging-two-nodes',1795456410241,NULL,1795456410281,0,5,0.0,'{"schema_version":1,"name":"Sending and receiving on two nodes","note":"","tags":["messaging"],"workload":{"kind":"messaging","message_bytes":1024,"exchanges":5000,"streamed":10000,"warmup_messages":200,"process_model":"process"},"placement":{"kind":"fastest","count":2},"repeats":5,"seed":"1","transports":{"local":"tcp","nodes":"tcp","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn8qdg4ys9bd27aq15r9j',17,'A connection for each message','','["messaging"]','cancelled','messaging','messaging-time-wait',1795456410349,NULL,1795456410376,0,3,0.0,'{"schema_version":1,"name":"A connection for each message","note":"","tags":["messaging"],"workload":{"kind":"messaging","message_bytes":1024,"exchanges":20000,"streamed":0,"warmup_messages":200,"process_model":"process"},"placement":{"kind":"fastest","count":1},"repeats":3,"seed":"1","transports":{"local":"tcp_per_message","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn8sq2agdjar0h4eg229f',18,'Seven networked systems','','["universe"]','cancelled','networked_systems','networked-systems',1795456410423,NULL,1795456410453,0,3,0.0,'{"schema_version":1,"name":"Seven networked systems","note":"","tags":["universe"],"workload":{"kind":"networked_systems","systems":7,"fan_out":2,"users":56,"approximation":"first_order","threshold_m":0.5,"motion":"curved","speed_m_per_s":5.0,"delivery":"routed","link_latency_ms":20.0,"link_jitter_ms":0.0,"step_ms":20,"steps":3000,"oracle":"auto"},"placement":{"kind":"fastest","count":1},"repeats":3,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn8vhrdd59xnj5b8xw215',19,'Networked systems on two nodes','','["universe"]','cancelled','networked_systems','networked-systems-two-nodes',1795456410481,NULL,1795456410504,0,3,0.0,'{"schema_version":1,"name":"Networked systems on two nodes","note":"","tags":["universe"],"workload":{"kind":"networked_systems","systems":7,"fan_out":2,"users":56,"approximation":"first_order","threshold_m":0.5,"motion":"curved","speed_m_per_s":5.0,"delivery":"routed","link_latency_ms":20.0,"link_jitter_ms":0.0,"step_ms":20,"steps":3000,"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":3,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn8x3zpc0fzjhvgexdvk7',20,'RTI round trips','','["rti"]','cancelled','rti_latency','rti-latency',1795456410531,NULL,1795456410577,0,5,0.0,'{"schema_version":1,"name":"RTI round trips","note":"","tags":["rti"],"workload":{"exchanged":"objects","attribute_bytes":128,"attributes":1,"types":1,"instances":1,"kind":"rti_latency","rti":"orrery","return_payload":true,"round_trips":20000,"warmup_round_trips":1000,"congestion_avoidance":true,"return_timeout_ms":1000,"rate_hz":0.0,"tick":"wait","process_model":"thread","data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"}},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn8zgymyaqnasptmfatqf',21,'RTI round trips between nodes','','["rti"]','cancelled','rti_latency','rti-latency-two-nodes',1795456410608,NULL,1795456410637,0,5,0.0,'{"schema_version":1,"name":"RTI round trips between nodes","note":"","tags":["rti"],"workload":{"exchanged":"objects","attribute_bytes":128,"attributes":1,"types":1,"instances":1,"kind":"rti_latency","rti":"orrery","return_payload":true,"round_trips":20000,"warmup_round_trips":1000,"congestion_avoidance":true,"return_timeout_ms":1000,"rate_hz":0.0,"tick":"wait","process_model":"thread","data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"}},"placement":{"kind":"fastest","count":2},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn91t9c6ypg6rx29j3v24',22,'RTI round trips, best effort','','["rti", "best-effort"]','cancelled','rti_latency','rti-latency-best-effort',1795456410682,NULL,1795456410727,0,5,0.0,'{"schema_version":1,"name":"RTI round trips, best effort","note":"","tags":["rti","best-effort"],"workload":{"exchanged":"objects","attribute_bytes":128,"attributes":1,"types":1,"instances":1,"kind":"rti_latency","rti":"orrery","return_payload":true,"round_trips":20000,"warmup_round_trips":1000,"congestion_avoidance":true,"return_timeout_ms":100,"rate_hz":0.0,"tick":"wait","process_model":"process","data":{"transportation":"best_effort","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"}},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn952fv26h8pgeckrmk79',23,'RTI round trips over a wide area','','["rti", "wan"]','cancelled','rti_latency','rti-latency-wan',1795456410786,NULL,1795456410832,0,5,0.0,'{"schema_version":1,"name":"RTI round trips over a wide area","note":"","tags":["rti","wan"],"workload":{"exchanged":"objects","attribute_bytes":128,"attributes":1,"types":1,"instances":1,"kind":"rti_latency","rti":"orrery","return_payload":true,"round_trips":50,"warmup_round_trips":2,"congestion_avoidance":true,"return_timeout_ms":10000,"rate_hz":0.0,"tick":"wait","process_model":"process","data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":50.0,"jitter":"uniform","jitter_ms":2.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"}},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn97zve9j8tf4z8dq0bsm',24,'RTI throughput','','["rti"]','cancelled','rti_throughput','rti-throughput',1795456410879,NULL,1795456410920,0,5,0.0,'{"schema_version":1,"name":"RTI throughput","note":"","tags":["rti"],"workload":{"exchanged":"objects","attribute_bytes":128,"attributes":1,"types":1,"instances":1,"kind":"rti_throughput","rti":"orrery","receivers":1,"cycles":10,"updates_per_cycle":50000,"warmup_cycles":1,"switch_every":0,"process_model":"thread","loads":{"cpu_share":0.0,"cpu_federate":0,"traffic_per_s":0,"traffic_bytes":1400,"traffic_federate":0},"data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"}},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn9a26910sqxrydg1gj5a',25,'RTI throughput, seven receivers','','["rti"]','cancelled','rti_throughput','rti-throughput-seven',1795456410946,NULL,1795456410989,0,5,0.0,'{"schema_version":1,"name":"RTI throughput, seven receivers","note":"","tags":["rti"],"workload":{"exchanged":"objects","attribute_bytes":128,"attributes":1,"types":1,"instances":1,"kind":"rti_throughput","rti":"orrery","receivers":7,"cycles":10,"updates_per_cycle":20000,"warmup_cycles":1,"switch_every":0,"process_model":"thread","loads":{"cpu_share":0.0,"cpu_federate":0,"traffic_per_s":0,"traffic_bytes":1400,"traffic_federate":0},"data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"}},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn9cx15g8eh7tccspn2ee',26,'RTI throughput by reliable multicast','','["rti", "multicast"]','cancelled','rti_throughput','rti-throughput-multicast',1795456411037,NULL,1795456411066,0,3,0.0,'{"schema_version":1,"name":"RTI throughput by reliable multicast","note":"","tags":["rti","multicast"],"workload":{"exchanged":"objects","attribute_bytes":128,"attributes":1,"types":1,"instances":1,"kind":"rti_throughput","rti":"orrery","receivers":4,"cycles":5,"updates_per_cycle":20000,"warmup_cycles":1,"switch_every":0,"process_model":"process","loads":{"cpu_share":0.0,"cpu_federate":0,"traffic_per_s":0,"traffic_bytes":1400,"traffic_federate":0},"data":{"transportation":"reliable","repeat_ms":1000,"reliable":"nak_multicast","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"}},"placement":{"kind":"fastest","count":1},"repeats":3,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn9fcc7ndvm447wrb841e',27,'RTI time advance','','["rti"]','cancelled','rti_time_advance','rti-time-advance',1795456411116,NULL,1795456411162,0,5,0.0,'{"schema_version":1,"name":"RTI time advance","note":"","tags":["rti"],"workload":{"kind":"rti_time_advance","rti":"orrery","federates":2,"advances":20000,"warmup_advances":200,"step":1.0,"lookahead":1.0,"process_model":"thread"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn9jedbnv4qg7xfgxjjxp',28,'RTI throughput and latency at once','','["rti"]','cancelled','rti_integrated','rti-integrated',1795456411214,NULL,1795456411265,0,5,0.0,'{"schema_version":1,"name":"RTI throughput and latency at once","note":"","tags":["rti"],"workload":{"exchanged":"objects","attribute_bytes":128,"attributes":1,"types":1,"instances":1,"federates":4,"senders":1,"updates":200000,"warmup_updates":5000,"returned_every":100,"rate_hz":0.0,"process_model":"thread","loads":{"cpu_share":0.0,"cpu_federate":0,"traffic_per_s":0,"traffic_bytes":1400,"traffic_federate":0},"data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"},"kind":"rti_integrated"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn9n5rz5k2s5xym3bv0w0',29,'RTI stress','','["rti"]','cancelled','rti_stress','rti-stress',1795456411301,NULL,1795456411360,0,5,0.0,'{"schema_version":1,"name":"RTI stress","note":"","tags":["rti"],"workload":{"exchanged":"objects","attribute_bytes":256,"attributes":1,"types":25,"instances":4,"federates":4,"senders":4,"updates":50000,"warmup_updates":5000,"returned_every":0,"rate_hz":0.0,"process_model":"thread","loads":{"cpu_share":0.0,"cpu_federate":0,"traffic_per_s":0,"traffic_bytes":1400,"traffic_federate":0},"data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"},"kind":"rti_stress"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn9sddcczx4p91armq36e',30,'RTI stress beside a CPU hog','','["rti"]','cancelled','rti_stress','rti-stress-hog',1795456411437,NULL,1795456411489,0,5,0.0,'{"schema_version":1,"name":"RTI stress beside a CPU hog","note":"","tags":["rti"],"workload":{"exchanged":"objects","attribute_bytes":256,"attributes":1,"types":25,"instances":4,"federates":4,"senders":2,"updates":50000,"warmup_updates":5000,"returned_every":0,"rate_hz":0.0,"process_model":"thread","loads":{"cpu_share":0.5,"cpu_federate":0,"traffic_per_s":0,"traffic_bytes":1400,"traffic_federate":0},"data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"},"kind":"rti_stress"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn9wc9x9qzwzpmmdsa67s',31,'Federation mix, virtual','','["rti"]','cancelled','federation_mix','federation-mix-virtual',1795456411532,NULL,1795456411566,0,3,0.0,'{"schema_version":1,"name":"Federation mix, virtual","note":"","tags":["rti"],"workload":{"kind":"federation_mix","federates":10,"objects":1000,"groups":50,"groups_of_federate":10,"least_bytes":200,"most_bytes":270,"rate_hz":15.0,"bursts_per_s":2.0,"burst_rate_hz":500.0,"burst_ms":200,"joins_per_s":10.0,"both_share":0.9,"measured_s":10.0,"warmup_s":1.0,"process_model":"pooled","data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"}},"placement":{"kind":"fastest","count":1},"repeats":3,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rn9yxth2xfhvv77046fdb',32,'Federation mix, mixed','','["rti"]','cancelled','federation_mix','federation-mix-mixed',1795456411613,NULL,1795456411656,0,3,0.0,'{"schema_version":1,"name":"Federation mix, mixed","note":"","tags":["rti"],"workload":{"kind":"federation_mix","federates":40,"objects":20000,"groups":1000,"groups_of_federate":40,"least_bytes":200,"most_bytes":270,"rate_hz":1.0,"bursts_per_s":5.0,"burst_rate_hz":500.0,"burst_ms":200,"joins_per_s":20.0,"both_share":0.9,"measured_s":10.0,"warmup_s":1.0,"process_model":"pooled","data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"}},"placement":{"kind":"fastest","count":1},"repeats":3,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rna1fvcw7t20czn2z8kmn',33,'Federation mix, constructive','','["rti"]','cancelled','federation_mix','federation-mix-constructive',1795456411695,NULL,1795456411734,0,3,0.0,'{"schema_version":1,"name":"Federation mix, constructive","note":"","tags":["rti"],"workload":{"kind":"federation_mix","federates":100,"objects":100000,"groups":3000,"groups_of_federate":60,"least_bytes":200,"most_bytes":270,"rate_hz":0.2,"bursts_per_s":5.0,"burst_rate_hz":500.0,"burst_ms":200,"joins_per_s":20.0,"both_share":0.9,"measured_s":10.0,"warmup_s":1.0,"process_model":"pooled","data":{"transportation":"reliable","repeat_ms":1000,"reliable":"channels","best_effort":"udp","held":{"bytes":8192,"timeout_us":100},"bundling":{"bytes":0,"timeout_us":200},"rate_limit":{"messages_per_s":0.0,"bytes_per_s":0.0},"impairment":{"delay_ms":0.0,"jitter":"none","jitter_ms":0.0,"loss_share":0.0,"burst_loss_share":0.0,"burst_packets":10.0,"duplicate_share":0.0,"reorder_share":0.0,"mbit_s":0.0},"order":"impairment_bundler_limiter"}},"placement":{"kind":"fastest","count":1},"repeats":3,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rna408xn6dmsz01k76cep',34,'PHOLD on two workers','','["pdes"]','cancelled','phold','phold-two-workers',1795456411776,NULL,1795456411812,0,5,0.0,'{"schema_version":1,"name":"PHOLD on two workers","note":"","tags":["pdes"],"workload":{"kind":"phold","engine":"multi_fel","workers":2,"threads_per_list":1,"handover":"condition","list":"buckets","lps":1024,"population":65536,"events":10000000,"remote_share":0.1,"lookahead":0.1,"mean_delay":1.0,"delay":"exponential","payload":"bytes_32","oracle":"auto"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rna6mkycjpprdmwhsm666',35,'PHOLD on two nodes','','["pdes"]','cancelled','phold','phold-two-nodes',1795456411860,NULL,1795456411901,0,5,0.0,'{"schema_version":1,"name":"PHOLD on two nodes","note":"","tags":["pdes"],"workload":{"kind":"phold","engine":"distributed","workers":1,"threads_per_list":1,"handover":"condition","list":"buckets","lps":1024,"population":65536,"events":10000000,"remote_share":0.1,"lookahead":0.1,"mean_delay":1.0,"delay":"exponential","payload":"bytes_32","oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnacvej5mve7vjtq3vmms',36,'PHOLD around one list','','["pdes"]','cancelled','phold','phold-one-list',1795456412059,NULL,1795456412105,0,5,0.0,'{"schema_version":1,"name":"PHOLD around one list","note":"","tags":["pdes"],"workload":{"kind":"phold","engine":"central_fel","workers":2,"threads_per_list":1,"handover":"semaphore","list":"binary_heap","lps":1024,"population":65536,"events":1000000,"remote_share":0.1,"lookahead":0.1,"mean_delay":1.0,"delay":"exponential","payload":"bytes_32","oracle":"auto"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnafnqhtp0s68eegn5c8y',37,'PHOLD, sequential','','["pdes"]','cancelled','phold','phold-sequential',1795456412149,NULL,1795456412185,0,5,0.0,'{"schema_version":1,"name":"PHOLD, sequential","note":"","tags":["pdes"],"workload":{"kind":"phold","engine":"sequential","workers":2,"threads_per_list":1,"handover":"condition","list":"buckets","lps":1024,"population":65536,"events":10000000,"remote_share":0.1,"lookahead":0.1,"mean_delay":1.0,"delay":"exponential","payload":"bytes_32","oracle":"auto"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnahq4d79yrqqqcbnbyxk',38,'Threads around one event list','','["pdes"]','cancelled','fel_test','fel-test',1795456412215,NULL,1795456412256,0,5,0.0,'{"schema_version":1,"name":"Threads around one event list","note":"","tags":["pdes"],"workload":{"kind":"fel_test","num_cpus":2,"num_srcs":8,"src_events":100,"src_var":0.0,"e_dly":1000.0,"f_dly":0.0,"waiting":"semaphore"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnam8gb3wam4dssg5m9t2',39,'One event list, short events','','["pdes"]','cancelled','fel_test','fel-test-short-events',1795456412296,NULL,1795456412336,0,5,0.0,'{"schema_version":1,"name":"One event list, short events","note":"","tags":["pdes"],"workload":{"kind":"fel_test","num_cpus":2,"num_srcs":8,"src_events":500,"src_var":0.0,"e_dly":100.0,"f_dly":100.0,"waiting":"semaphore"},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnapw4faaqyrd8mac9p5w',40,'Threads that only compute','','["pdes"]','cancelled','thread_test','thread-test',1795456412380,NULL,1795456412424,0,5,0.0,'{"schema_version":1,"name":"Threads that only compute","note":"","tags":["pdes"],"workload":{"kind":"thread_test","num_cpus":2,"num_threads":16,"slices":100,"slice_us":500.0},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnasvrthv3qfs7kxy3vk2',41,'Threads, processes and locks','','["pdes"]','cancelled','primitives','primitives',1795456412475,NULL,1795456412509,0,5,0.0,'{"schema_version":1,"name":"Threads, processes and locks","note":"","tags":["pdes"],"workload":{"kind":"primitives","batches":20,"batch_ms":10.0},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnax26p3b9s9gy1afg7rr',42,'Structures of an event list','','["pdes"]','cancelled','hold','hold',1795456412578,NULL,1795456412618,0,5,0.0,'{"schema_version":1,"name":"Structures of an event list","note":"","tags":["pdes"],"workload":{"kind":"hold","population":65536,"operations":2000000},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnazv6t8hz9dg6nwjswhj',43,'The modelling language','','["model"]','cancelled','model_language','model-language',1795456412667,NULL,1795456412709,0,5,0.0,'{"schema_version":1,"name":"The modelling language","note":"","tags":["model"],"workload":{"kind":"model_language","model":{"kind":"shipped","name":"town"},"array_length":10000,"nesting":5,"string_length":40,"live_instances":1000,"rounds":20,"figure_us":2000},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnb38vex7fjanf6yk11bj',44,'A model of your own','','["model"]','cancelled','model_language','model-language-own',1795456412776,NULL,1795456412809,0,5,0.0,'{"schema_version":1,"name":"A model of your own","note":"","tags":["model"],"workload":{"kind":"model_language","model":{"kind":"text","text":"// The study''s example (its Table 6.6): a triangle of three vertices of three reals, and an entity that moves one.\nUNIVERSE Geometry {\n  ELEMENT Triangle {\n    ELEMENT Vertex {\n      PROPERTY coord : REAL[3];\n    }\n    PROPERTY vertexList : Vertex[3];\n  }\n}\n\nENTITY Shape IN Geometry {\n  PROPERTY outline : Triangle;\n  FUNCTION area() : REAL;\n}\n"},"array_length":10000,"nesting":5,"string_length":40,"live_instances":1000,"rounds":20,"figure_us":2000},"placement":{"kind":"fastest","count":1},"repeats":5,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnb5mek7w96cyh06x1jj3',45,'Smoke test','','["smoke"]','cancelled','universe_steps','smoke',1795456412852,NULL,1795456412882,0,1,0.0,'{"schema_version":1,"name":"Smoke test","note":"","tags":["smoke"],"workload":{"kind":"universe_steps","entities":8,"behaviour":"toggle","managers":1,"monitors":1,"steps":200,"warmup_steps":20,"process_model":"process","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":0.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"always"},"placement":{"kind":"fastest","count":2},"repeats":1,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,NULL,NULL,NULL,0,0);
INSERT INTO "runs" VALUES('01m84rnbaq6jk62n9aqmq6sezv',46,'Two seeds: seed 1','','[]','cancelled','universe_steps','universe-two-nodes',1795456413015,NULL,1795456413233,0,1,0.0,'{"schema_version":1,"name":"Two seeds: seed 1","note":"","tags":[],"workload":{"kind":"universe_steps","entities":40,"behaviour":"toggle","managers":1,"monitors":1,"steps":3000,"warmup_steps":100,"process_model":"process","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":20.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":1,"seed":"1","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,'01m84rnb9yewvdxzpc7w69cctp',0,'{"id":"01m84rnb9yewvdxzpc7w69cctp","number":1,"kind":"sweep","title":"Two seeds","item":"","cell":0,"label":"seed 1"}',1,0);
INSERT INTO "runs" VALUES('01m84rnbaqnpka510vqxpdhe77',47,'Two seeds: seed 2','','[]','cancelled','universe_steps','universe-two-nodes',1795456413015,NULL,1795456413134,0,1,0.0,'{"schema_version":1,"name":"Two seeds: seed 2","note":"","tags":[],"workload":{"kind":"universe_steps","entities":40,"behaviour":"toggle","managers":1,"monitors":1,"steps":3000,"warmup_steps":100,"process_model":"process","pool_threads":0,"state_bytes":8,"state":{"kind":"numbers"},"update_period_steps":1,"changing_share":1.0,"update_cost_us":20.0,"manager_cost_us":0.0,"manager_placement":"master","split":{"kind":"rating"},"constraint_levels":16,"step_control":"messages","state_flow":"by_monitor","link_delay_us":0.0,"link_mbit_s":0.0,"oracle":"auto"},"placement":{"kind":"fastest","count":2},"repeats":1,"seed":"2","transports":{"local":"auto","nodes":"auto","peer_timeout_ms":10000},"conditions":{"wait":"auto","scheduling_class":"other","priority":0,"pinning":"none"},"telemetry":{"enabled":true,"interval_ms":100,"max_samples":200000},"limits":{"rendezvous_timeout_ms":30000,"run_timeout_s":900}}','[]','[]','[]',NULL,NULL,0,'[]',2,'01m84rnb9yewvdxzpc7w69cctp',1,'{"id":"01m84rnb9yewvdxzpc7w69cctp","number":1,"kind":"sweep","title":"Two seeds","item":"","cell":1,"label":"seed 2"}',1,0);
CREATE TABLE sessions (
	digest VARCHAR(64) NOT NULL, 
	source VARCHAR(80) NOT NULL, 
	expires_s BIGINT NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (digest)
);
CREATE TABLE tokens (
	name VARCHAR(63) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	scope VARCHAR(16) NOT NULL, 
	node VARCHAR(63), 
	created_ms BIGINT NOT NULL, 
	created_by VARCHAR(120) NOT NULL, 
	expires_s BIGINT, 
	last_used_s BIGINT, 
	revoked_ms BIGINT, 
	CONSTRAINT pk_tokens PRIMARY KEY (name), 
	CONSTRAINT uq_tokens_digest UNIQUE (digest)
);
CREATE TABLE users (
	name VARCHAR(63) NOT NULL, 
	scope VARCHAR(16) NOT NULL, 
	password_hash VARCHAR(200) NOT NULL, 
	disabled BOOLEAN NOT NULL, 
	created_ms BIGINT NOT NULL, 
	last_sign_in_ms BIGINT, 
	CONSTRAINT pk_users PRIMARY KEY (name)
);
CREATE INDEX ix_runs_state_number ON runs (state, number);
CREATE INDEX ix_runs_archived_number ON runs (archived, number);
CREATE INDEX ix_runs_workload_number ON runs (workload, number);
CREATE INDEX ix_run_nodes_name_run_id ON run_nodes (name, run_id);
CREATE INDEX ix_run_tags_tag_run_id ON run_tags (tag, run_id);
CREATE INDEX ix_idempotency_run_id ON idempotency (run_id);
CREATE INDEX ix_runs_group_id_number ON runs (group_id, number);
COMMIT;
