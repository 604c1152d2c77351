CREATE TABLE "webhook_certificates" (
	"url" text PRIMARY KEY NOT NULL,
	"certificate" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
