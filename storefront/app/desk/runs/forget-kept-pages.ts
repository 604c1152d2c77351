/** Deletes the pages of a run that the driver's worker keeps on this phone. Presses are elsewhere, and stay. */
export async function forgetKeptPages(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('driver ')) await caches.delete(name);
}
