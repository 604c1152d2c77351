/** The first port of the shops that journeys open; `JOURNEYS_PORT` lets two checkouts be walked side by side. */
export const FIRST_PORT = Number(process.env.JOURNEYS_PORT || 4310);
