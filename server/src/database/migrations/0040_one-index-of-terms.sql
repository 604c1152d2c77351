DROP INDEX "products_by_search_term";--> statement-breakpoint
DROP INDEX "products_by_filter_term";--> statement-breakpoint
CREATE INDEX "products_by_term" ON "products" USING gin ("search_terms","filter_terms");