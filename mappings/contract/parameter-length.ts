/**
 * The longest parameter of an address, which is what Node takes of all headers. Limits that mean something are lower and have errors of
 * their own, such as `query_too_long`.
 */
export const MAX_PARAMETER_LENGTH = 16 * 1024;
