const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;

/** What a program needs of this process to run, and nothing of the developer's own settings. */
export const PROGRAM_ENVIRONMENT: Readonly<Record<string, string | undefined>> = { PATH, HOME, NODE_COMPILE_CACHE };
