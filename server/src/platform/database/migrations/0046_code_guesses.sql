CREATE TABLE "code_guesses" (
	"day" date PRIMARY KEY NOT NULL,
	"guesses" integer NOT NULL
);
