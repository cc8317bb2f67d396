/** The module's pages of staff, which are loaded together. */
export { DumpsPage } from './dumps-page.tsx';
export { OffersPage } from './offers-page.tsx';
