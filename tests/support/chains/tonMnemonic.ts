/** A mnemonic that nothing else knows; its wallet v4r2 is at `TON_TREASURY`. */
export const TON_WORDS =
  "radio august version idle feed toast canyon dish beauty reflect chef stone cotton across food trip nothing naive model crumble scare say that tunnel";

export const TON_TREASURY = "UQAVSbDllvXP4h0TYb9lh7YpPSdzrRVk2BjXq2kY4F5UzR9e";
