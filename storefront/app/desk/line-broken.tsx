/** Says that the page may be out of date. What stands there is what was last known. */
export function LineBroken({ isBroken }: { isBroken: boolean }) {
  return (
    <p className="desk-broken" role="status" hidden={!isBroken}>
      {isBroken && 'No connection to the shop. This is what we knew last; we ask again by ourselves.'}
    </p>
  );
}
