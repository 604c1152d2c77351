/** Does the work for every item, two at a time: encoding pictures fills a processor each, and memory is dear. */
export async function eachLimited<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all([worker(), worker()]);
}
