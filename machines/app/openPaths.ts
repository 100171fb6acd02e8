/** Routes that anybody may see, in the messenger and out of it: exempt from the user check (SPEC section 4). */
export const OPEN_PATHS: ReadonlySet<string> = new Set(["/login", "/unPaymentList"]);

/** Where a person is led once, after the login that created them (PRODUCT section 2). */
export const WELCOME_PATH = "/welcome";
