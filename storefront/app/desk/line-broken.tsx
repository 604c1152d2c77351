/** Says that the page may be out of date. What stands there is what was last known. `kept`: presses that wait to be sent. */
export function LineBroken({ isBroken, kept = 0 }: { isBroken: boolean; kept?: number }) {
  const waiting = kept === 1 ? '1 press is kept on this device' : `${kept} presses are kept on this device`;
  return (
    <p className="desk-broken" role="status" hidden={!isBroken && kept === 0}>
      {isBroken && 'No connection to the shop. This is what we knew last; we ask again by ourselves. '}
      {kept > 0 && `${waiting} and sent when the shop answers.`}
    </p>
  );
}
