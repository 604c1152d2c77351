/** Whether the shop in this container lives: exit code 0 or 1. An image without a shell has no curl either. */
const response = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/health`, {
  signal: AbortSignal.timeout(4_000),
}).catch((/** @type {Error} */ error) => error);

if (response instanceof Error || !response.ok) {
  console.error(response instanceof Error ? response.message : `The shop answered ${response.status}.`);
  process.exit(1);
}
