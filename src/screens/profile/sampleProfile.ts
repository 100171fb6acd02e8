/** The fixed sample that the specification asks of `/profile` (section 2): nobody's data, and nothing is fetched. */
export const SAMPLE_PROFILE = {
  name: "Alex Chen",
  id: "8888 6666",
  balance: "2.5",
  totalSent: "12.8",
  totalReceived: "6.66",
  quantityReceived: 168,
  walletAddress: "0x1234567890AbcdEF1234567890aBcdef12345678",
  email: "alex@example.com",
  password: "••••••••",
  handle: "@alex_sample",
} as const;
