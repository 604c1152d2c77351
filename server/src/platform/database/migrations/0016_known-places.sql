CREATE TABLE "known_places" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_places_key" PRIMARY KEY("user_id","hash"),
	CONSTRAINT "known_places_kind" CHECK ("known_places"."kind" in ('device', 'network'))
);
--> statement-breakpoint
ALTER TABLE "known_places" ADD CONSTRAINT "known_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_places_by_time" ON "known_places" USING btree ("seen_at");