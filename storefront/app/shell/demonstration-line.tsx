import { DEMONSTRATION } from '#contract/shop.ts';
import { useRootData } from './root-data.ts';

/** The banner of a demonstration shop, above everything. It cannot be closed, and is part of the server's HTML. */
export function DemonstrationLine() {
  const isDemo = useRootData()?.demo;
  if (!isDemo) return null;
  return (
    <aside aria-label="Demonstration" className="bg-marigold font-semibold text-leaf-900">
      <p className="wrap py-2.5 text-center leading-snug text-balance max-tablet:px-3">{DEMONSTRATION}</p>
    </aside>
  );
}
