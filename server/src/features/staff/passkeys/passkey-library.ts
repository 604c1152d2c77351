export type PasskeyLibrary = typeof import('@simplewebauthn/server') & typeof import('@simplewebauthn/server/helpers');

/** Loaded when a passkey is first asked for: most processes never need it, and it takes 5 MB with all it knows of certificates. */
export async function loadPasskeyLibrary(): Promise<PasskeyLibrary> {
  const [main, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...main, ...helpers };
}
