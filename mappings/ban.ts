/** Bans of network addresses. Pure. */

/** How wide a ban is: bits of an IPv4 and of an IPv6 network. A subscriber has a whole /64, and often a /56 or /48. */
export const BAN_WIDTHS = {
  address: { ipv4: 32, ipv6: 64 },
  network: { ipv4: 24, ipv6: 56 },
  provider: { ipv4: 16, ipv6: 48 },
} as const;
export type BanWidth = keyof typeof BAN_WIDTHS;
export const BAN_WIDTH_NAMES = ['address', 'network', 'provider'] as const satisfies readonly BanWidth[];

/** Of a list: active, active with an appeal to decide, expired or lifted. */
export const BAN_STATES = ['active', 'appealed', 'ended'] as const;

export const MAX_BAN_DAYS = 3_650;
/** Characters of a reason, an appeal or its answer. PostgreSQL accepts twice as many UTF-16 code units at most. */
export const MAX_BAN_TEXT = 500;

/** The page with which a ban is read and appealed. */
export const banPath = (token: string): string => `/_/ban/${token}`;
