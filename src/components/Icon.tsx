/** Outlines on a 24 × 24 grid. */
const PATHS = {
  home: "M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6h-6v6H5a1 1 0 0 1-1-1z",
  sent: "M5 4h14v16H5zM5 9c4 4 10 4 14 0M12 12v4m-2-2l2-2 2 2",
  received: "M5 4h14v16H5zM5 9c4 4 10 4 14 0M12 12v4m-2-2l2 2 2-2",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6",
  wallet: "M4 7h15v12H4zM4 7l11-3v3M15 13h4",
  key: "M14 10a4 4 0 1 0-4 4l1 0 2 2h2v2h2v2h3v-3z",
  group:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c.5-4 3-6 6-6s5.500 2 6 6M16 4.500a3.500 3.500 0 0 1 0 6.500M17 14c2.500.5 3.700 2.500 4 6",
} as const;

/** A sign beside a text that says the same. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
