/** The global id of test networks. */
export const GLOBAL_ID = -3;

/** Where the API answers. */
export const API_PATH = "/api/v2";
