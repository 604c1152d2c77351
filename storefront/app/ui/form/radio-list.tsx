type Props<Value extends string> = {
  legend: string;
  name: string;
  /** Every choice with its words, in the order in which they are shown. */
  words: Readonly<Record<Value, string>>;
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** One of a few choices. */
export function RadioList<Value extends string>({ legend, name, words, chosen, onChoose }: Props<Value>) {
  return (
    <fieldset>
      <legend className="font-semibold text-small">{legend}</legend>
      {(Object.keys(words) as Value[]).map((value) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            className="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          {words[value]}
        </label>
      ))}
    </fieldset>
  );
}
