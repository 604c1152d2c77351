import { useEffect, useId, useRef } from 'react';
import { formatDay } from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';
import { dayOfMonth, spanWords } from '#contract/takings-period.ts';
import { Table } from '../ui/table.tsx';
import type { TakingsData } from './takings-data.ts';

const [LEFT, RIGHT, TOP, BOTTOM] = [58, 1060, 16, 260];
const STEPS = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 500_000];

/** One bar for each day. It can be read aloud: a sentence names the best day, and the table below has every one. */
export function TakingsChart({ data }: { data: TakingsData }) {
  const { days, today, period } = data;
  const scroller = useRef<HTMLDivElement>(null);
  const heading = useId();
  useEffect(() => {
    // On phones the chart is wider than the page and begins at today.
    const { current } = scroller;
    const index = days.findIndex(({ day }) => day === today);
    if (!current || current.scrollWidth <= current.clientWidth) return;
    const at = index < 0 ? days.length : index + 1;
    current.scrollLeft = (at / days.length) * current.scrollWidth - current.clientWidth + 24;
  }, [days, today]);
  const best = days.reduce((most, day) => (day.takings > most.takings ? day : most), days[0] ?? NOTHING);
  const words =
    best.takings > 0
      ? `Takings of each day; the highest ${formatPounds(best.takings)} on ${formatDay(best.day)}`
      : 'Takings of each day; there were none';
  const hasBefore = days.some(({ before }) => before !== null);
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="sr-only">
        Day by day
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard too */}
      <section className="overflow-x-auto" ref={scroller} aria-label="The chart" tabIndex={0}>
        <svg
          className="takings-chart w-full h-auto max-tablet:w-190 max-tablet:max-w-[none]"
          viewBox="0 -8 1060 310"
          role="img"
          aria-label={words}
        >
          <Bars data={data} best={best.day} />
        </svg>
      </section>
      <p className="text-small text-soft flex flex-wrap items-center gap-y-1.5 gap-x-5.5 *:inline-flex *:items-center *:gap-2">
        <span>
          <i className="w-4 h-3.5 rounded-[2px] bg-leaf-700" />A day
        </span>
        {hasBefore && (
          <span>
            <i className="w-4 h-0.75 rounded-[2px] bg-marigold" />
            Same day of the {period} before
          </span>
        )}
        {days.some(({ day }) => day === today) && (
          <span>
            <i className="w-4 h-3.5 rounded-[2px] border-[1.5px] border-dashed border-marigold-ink bg-tint" />
            Today, so far
          </span>
        )}
      </p>
      <details>
        <summary className="desk-button plain -ml-3.5">As a table</summary>
        <Table
          rows={days}
          keyOf={({ day }) => day}
          caption={`Takings of each day, ${spanWords(period, { from: data.from, to: data.to }, today)}`}
          columns={[
            { head: 'Day', isName: true, cell: ({ day }) => formatDay(day, 'short') },
            { head: 'Orders', isNumber: true, cell: ({ orders }) => orders },
            {
              head: 'Takings',
              isNumber: true,
              cell: ({ day, takings }) => (day > today ? '–' : formatPounds(takings)),
            },
            ...(hasBefore
              ? [
                  {
                    head: `The ${period} before`,
                    isNumber: true,
                    isWide: true,
                    cell: ({ before }: TakingsData['days'][number]) => (before === null ? '–' : formatPounds(before)),
                  },
                ]
              : []),
          ]}
        />
      </details>
    </section>
  );
}

const NOTHING: TakingsData['days'][number] = { day: '', orders: 0, takings: 0, before: null };

function Bars({ data: { days, today, period }, best }: { data: TakingsData; best: string }) {
  const highest = Math.max(1, ...days.flatMap(({ takings, before }) => [takings, before ?? 0]));
  const step = STEPS.find((one) => highest / one <= 4) ?? Math.ceil(highest / 4);
  const top = Math.max(step, Math.ceil(highest / step) * step);
  const y = (pounds: number): number => BOTTOM - (Math.max(0, pounds) / top) * (BOTTOM - TOP);
  const slot = (RIGHT - LEFT) / days.length;
  const width = Math.min(56, Math.round(slot * 0.72));
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  return (
    <>
      {lines.map((pounds) => (
        <g key={pounds}>
          <line x1={LEFT - 8} x2={RIGHT} y1={y(pounds)} y2={y(pounds)} className={pounds === 0 ? 'axis' : 'lines'} />
          <text x={LEFT - 14} y={y(pounds) + 4} textAnchor="end">
            £{pounds.toLocaleString('en-GB')}
          </text>
        </g>
      ))}
      {days.map(({ day, takings, before }, index) => {
        const x = LEFT + index * slot + (slot - width) / 2;
        const middle = x + width / 2;
        return (
          <g key={day}>
            {takings > 0 && (
              <rect
                x={x}
                y={y(takings)}
                width={width}
                height={BOTTOM - y(takings)}
                rx="2"
                className={day === today ? 'today' : ''}
              />
            )}
            {before !== null && before > 0 && day <= today && (
              <line x1={x - 3} x2={x + width + 3} y1={y(before)} y2={y(before)} className="before" />
            )}
            {day === best && takings > 0 && (
              <text x={middle} y={y(takings) - 6} textAnchor="middle" className="strong">
                £{Math.round(takings).toLocaleString('en-GB')}
              </text>
            )}
            {isNamed(day, index, days.length, today, period) && (
              <text x={middle} y={BOTTOM + 22} textAnchor="middle" className={day === today ? 'strong' : ''}>
                {day === today ? 'Today' : period === 'week' ? formatDay(day, 'short') : dayOfMonth(day)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

/** Of a month the first and every fifth; what stands close to today gives way to it. */
function isNamed(day: string, index: number, count: number, today: string, period: TakingsData['period']): boolean {
  if (day === today || count <= 14) return true;
  const date = dayOfMonth(day);
  const gap = Math.abs(index - (dayOfMonth(today) - 1));
  const isNearToday = day.slice(0, 7) === today.slice(0, 7) && gap < 2;
  return period === 'month' && !isNearToday && (date === 1 || date % 5 === 0);
}
