/** The outcome is open: the page says so and waits. It claims nothing. */
export function WaitingForPayment({ words }: { words: string }) {
  return (
    <div role="status" className="flex items-center gap-4 rounded-soft bg-lift px-5.5 py-5 ring-1 ring-line">
      <span className="spinner text-leaf-700" />
      <div>
        <b className="font-semibold">Checking your payment</b>
        <p className="text-small text-soft">{words || 'One moment. Please keep this page open.'}</p>
      </div>
    </div>
  );
}
