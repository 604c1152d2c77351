import { SHOP } from '#contract/shop.ts';
import type { Config } from '#server/config.ts';

/** Where a passkey of ours is good: on the shop's own host, and from no page of another origin. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name: `${SHOP.name} desk` };
}

/** A person as passkeys know one. It says nothing to whoever reads it on the device. */
export const toUserHandle = (staffId: number) => new Uint8Array(Buffer.from(`staff ${staffId}`));
