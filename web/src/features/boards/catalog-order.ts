/** Orders that the API does not have; they sort the threads on the page. */
export const CARD_ORDERS = ['posts', 'images'] as const;
export type CardOrder = (typeof CARD_ORDERS)[number];

export function readCardOrder(value: unknown): CardOrder | undefined {
  return CARD_ORDERS.find((order) => order === value);
}
