/** The file with one's own data, for the session that asked for it; no call, since it is no JSON. */
export const DATA_FILE = "/account/data.zip";
