type Given = { time: string; words: 'seen' | 'unseen'; label?: string };

/** When a run leaves. Text: a field for times in a browser that is not set to Britain would show 11:00 AM. */
export const TimeField = ({ time, words, label }: Given) => (
  <label>
    <span className={words === 'seen' ? undefined : 'sr-only'}>Leaves at</span>{' '}
    <input
      type="text"
      name="leaves_at"
      defaultValue={time}
      inputMode="numeric"
      pattern="([01][0-9]|2[0-3]):[0-5][0-9]"
      title="As 11:20"
      maxLength={5}
      required
      className="dl-time"
      aria-label={label}
    />
  </label>
);
