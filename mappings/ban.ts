/** Bans of network addresses. Pure. */

/** The width of a ban: bits of an IPv4 and of an IPv6 network. A subscriber has a whole /64, and often a /56 or /48. */
export const BAN_WIDTHS = {
  address: { ipv4: 32, ipv6: 64 },
  network: { ipv4: 24, ipv6: 56 },
  provider: { ipv4: 16, ipv6: 48 },
} as const;
export type BanWidth = keyof typeof BAN_WIDTHS;
export const BAN_WIDTH_NAMES = ['address', 'network', 'provider'] as const satisfies readonly BanWidth[];

/** States in a list of bans: active, active with an undecided appeal, expired or lifted. */
export const BAN_STATES = ['active', 'appealed', 'ended'] as const;

export const MAX_BAN_DAYS = 3_650;
/** Characters of a reason, an appeal or its answer. PostgreSQL accepts twice as many UTF-16 code units at most. */
export const MAX_BAN_TEXT = 500;

/** The page that shows a ban and takes appeals. */
export const banPath = (token: string): string => `/_/ban/${token}`;
