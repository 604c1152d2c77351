-- Written by hand: one index of both columns, for filters of several kinds at once, in the place of one each.
DROP INDEX CONCURRENTLY IF EXISTS "products_by_term";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_by_term" ON "products" USING gin ("search_terms","filter_terms");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_by_search_term";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_by_filter_term";
