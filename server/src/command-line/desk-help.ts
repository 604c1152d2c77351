/** What `npm run desk -- --help` prints. */
export const HELP = `The florist's desk: what to tie, who waits for an answer, what people say. The shop may be open meanwhile.

  npm run desk -- claims                         who waits for an answer, the longest first
  npm run desk -- claims show ID                 a claim and its order
  npm run desk -- claims photo ID FILE           writes the photo to FILE, a JPEG
  npm run desk -- claims replace ID ["words"]    sends the same flowers again, for nothing, on the next day
  npm run desk -- claims answer ID "words"       answers by letter

  npm run desk -- orders [--day 2026-11-17]      what is delivered today, or on that day
  npm run desk -- orders show ID                 one order, and what was done with it
  npm run desk -- orders dispatch ID ID …        they have left; each buyer gets a letter
  npm run desk -- orders deliver ID ID …         they have arrived; each buyer gets a letter
  npm run desk -- orders refund ID --amount 12.00 --reason "words"
                                                 gives back a part of what was paid, or all; the buyer reads the reason
  npm run desk -- orders cancel ID --reason "words"
                                                 cancels what is still to be tied, and gives back what was paid

  npm run desk -- codes add CODE --percent 10    a promo code; or --off 5.00, or --free-delivery. Where wanted: --from DAY,
                                                 --until DAY, --least 30.00 of goods, --uses N in all, --each N for one
                                                 person, --first-order
  npm run desk -- codes list                     every code, its uses, and what came with it
  npm run desk -- codes end CODE                 nobody can use it from now on

  npm run desk -- days list [FROM] [TO]          each day: its orders, its limit, what differs
  npm run desk -- days set DAY …                 one day: --limit N, --closed "why", --open, --cut-off HH:MM (on the day
                                                 before), --surcharge 3.00, --line "words" that the shop shows beside it;
                                                 "usual" for a value makes it as on other days
  npm run desk -- days close FROM TO "why"       a range of days at once, FROM and TO too; orders that are on them stay
  npm run desk -- days open FROM TO              as on other days again; bank holidays stay closed
  npm run desk -- week close sun[,mon]           no deliveries on these days of the week, until  week open sun
  npm run desk -- settings list                  what holds for every day, and for days of the week
  npm run desk -- settings set NAME VALUE        fee 5.00, cut-off 12:00, days-ahead 60, orders-a-day 40 (or none); the
                                                 cut-off and the orders with --on mon,tue for these days of the week;
                                                 van-districts E8,E9: a carrier takes what goes elsewhere;
                                                 florist-refund 20.00, what a florist may give back of one order;
                                                 claims-at-once 200.00, up to what damaged flowers may have cost to
                                                 be replaced at once; 0.00: somebody looks at every claim first

  npm run desk -- flowers list                   how many stems make a bunch at the market
  npm run desk -- flowers set "Red rose" 20      so many stems a bunch; 1 if it is bought by the stem

  npm run desk -- reviews                        the latest
  npm run desk -- reviews hide ID "why"          takes a review down
  npm run desk -- reviews show ID                puts it back

  npm run desk -- staff list                     who works at the desk, as what, and who is invited
  npm run desk -- staff invite EMAIL --name NAME --role owner[,florist,driver]
                                                 by letter; the last line is the link, for npm run -s desk too; after a restore
                                                 EMAIL alone lets in again whoever worked here, as what they were
  npm run desk -- staff disable EMAIL            ends every way in for somebody, or takes an invitation back

  npm run desk -- payments reconcile             what PayPal took for orders that the shop does not know, and what it has
                                                 not written down yet of payments that it knows; changes nothing
  npm run desk -- payments reconcile --refund    gives it back, after asking; --capture ID names one of them (again for
                                                 more), --total 67.00 says the sum beforehand where nobody can be asked
  npm run desk -- takings [--day 2026-11-17]     what this month took, or the month of that day
  npm run desk -- takings rebuild                counts the sums of all days anew

  npm run desk -- shop take-over                 a restored copy on standby is the shop from now on

  npm run desk -- demo delivered ORDER           where payments are pretended: as if it came today, to try what comes after

Whatever is done is written down with your name on this machine, and done once however often it is asked for. Only
a refund is given again when it is asked for again.
Give it the settings that the shop has: without DATABASE_URL it works on the database in DATA_DIR, and PUBLIC_URL
stands in the letters. They leave when the shop is open.`;
