/** Shown without scripts, in place of the button that needs them. */
export function BuyingNeedsScripts() {
  return (
    <noscript>
      <p className="mt-4.5 rounded-soft bg-blush px-5 py-4">
        Buying needs JavaScript, and your browser has it switched off. Switch it on and load this page again to put the
        bouquet into your cart.
      </p>
    </noscript>
  );
}
