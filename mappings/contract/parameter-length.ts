/**
 * The longest parameter of an address: Node's limit for all headers together. Limits of single parameters are lower and have their own
 * errors, such as `query_too_long`.
 */
export const MAX_PARAMETER_LENGTH = 16 * 1024;
