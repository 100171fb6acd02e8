import { EnvelopeBadge } from "./EnvelopeBadge.tsx";

import { sampleOwnEnvelope, sampleEnvelopes } from "#tests/support/samples.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  isGuardedElsewhere: true,
  pictures: [
    ...sampleEnvelopes.map((one) => ({
      name: `${one.envelopeId} ${one.status}`,
      node: <EnvelopeBadge envelope={one} />,
    })),
    ...(["notReceived", "partiallyReceived", "received"] as const).map((recordStatus) => ({
      name: recordStatus,
      node: <EnvelopeBadge envelope={{ ...sampleOwnEnvelope, recordStatus }} />,
    })),
  ],
};
