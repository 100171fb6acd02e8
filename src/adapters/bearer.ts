/**
 * The token of the API calls. It is not read from the storage: another person may log in there while this page is open,
 * and this page must not call in their name.
 */
export interface Bearer {
  read: () => string | null;
  keep: (token: string) => void;
  drop: () => void;
}

export function createBearer(): Bearer {
  let current: string | null = null;
  return {
    read: () => current,
    keep: (token) => {
      current = token;
    },
    drop: () => {
      current = null;
    },
  };
}
