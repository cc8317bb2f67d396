/** known: contributors who are trusted with any version of the client. anybody: every contributor who signs. */
export const RELEASE_SCOPES = ['known', 'anybody'] as const;
