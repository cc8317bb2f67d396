export { MissingPage, MissingPost } from './missing-page.tsx';
export { SiteFooter } from './site-footer.tsx';
