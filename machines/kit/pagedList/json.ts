/** What a list holds: the wire's items as they came. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
