/** Whether test databases are spread over workers. What only one server does is not tested there. */
export const isOnCitus = (process.env["TEST_CITUS_WORKERS"] ?? "") !== "";
