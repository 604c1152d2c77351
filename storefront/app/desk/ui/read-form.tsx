/** Where a form of a page comes back to: its own address with what was chosen in it. */
export const Back = ({ to }: { to: string }) => <input type="hidden" name="back" value={to} />;

/** The address that a form named, if it is one of the desk. */
export function readBack(form: FormData): string | undefined {
  const back = String(form.get('back') ?? '');
  return /^\/desk\/[\w/?&=,.-]*$/.test(back) ? back : undefined;
}

export const readText = (form: FormData, name: string): string => String(form.get(name) ?? '');
