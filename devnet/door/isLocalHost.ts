const LOCAL_HOST = /^(localhost|p[1-9]\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Whether a Host header names this machine; a foreign name pointing here is somebody else's page at work. */
export function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && LOCAL_HOST.test(host);
}
