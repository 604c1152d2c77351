/** How wide a card's picture is shown, for the browser to choose a file by; follows the grids of each page. */
export const CARD_SIZES = {
  home: '(min-width: 1481px) 309px, (min-width: 1081px) 22vw, (min-width: 721px) 29vw, 45vw',
  list: '(min-width: 1481px) 490px, (min-width: 1081px) 34vw, 46vw',
  related: '(min-width: 1481px) 309px, (min-width: 1081px) 22vw, 45vw',
};
