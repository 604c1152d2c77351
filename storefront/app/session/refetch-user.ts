/** Fetches the person signed in again. A failure does no harm here, and leads nowhere. */
export const refetchUser = async () => {
  try {
    const { loadUserQuietly } = await import('../account/load-user.ts');
    await loadUserQuietly();
  } catch {
    // The line stays as it is.
  }
};
