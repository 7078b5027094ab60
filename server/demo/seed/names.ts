/** Names that are common where the made-up traders live; nobody in particular. */
const first = {
  english:
    "James Olivia Marcus Hannah Tyler Grace Devon Paige Curtis Nora Logan Alicia Wesley Joan Brett Sienna Kyle Denise",
  nigerian:
    "Chinedu Amaka Tunde Ngozi Emeka Funmi Segun Ifeoma Bolaji Zainab Kelechi Yetunde Obinna Halima Uche Temitope Damilola Sade",
  eastAfrican:
    "Wanjiru Otieno Achieng Kamau Njeri Baraka Mwangi Amina Juma Neema Kiprop Zawadi Brian Faith Mugisha Aline",
  ghanaian: "Kwame Akosua Kofi Abena Yaw Efua Kojo Adwoa Nana Esi Kwesi Ama",
  southAfrican: "Thabo Lerato Sipho Naledi Johan Zanele Pieter Nomsa Mandla Chanda Bongani Anika",
  indian: "Arjun Priya Rohan Ananya Vikram Kavya Sandeep Meera Imran Nisha Rahul Divya Tariq Sunita Nimal Asha",
  german: "Jonas Lena Felix Marie Lukas Anke Stefan Jule Bram Femke Daan Sanne Moritz Katrin",
  french: "Julien Camille Antoine Manon Hugo Élise Théo Inès Bastien Clara",
  italian: "Matteo Giulia Luca Chiara Andrei Ioana Davide Elena Mihai Sara",
  portuguese: "Rafael Beatriz Thiago Larissa Gustavo Camila Felipe Juliana Otávio Bruna Caio Renata",
  spanish:
    "Santiago Valentina Diego Camila Mateo Lucía Andrés Mariana Javier Rocío Emilio Paula Gonzalo Ximena Ramiro Noelia Tomás Pilar",
  filipino: "Jericho Marisol Paolo Bea Rommel Trisha Nestor Aileen Dindo Carmela",
  indonesian: "Budi Siti Agus Dewi Rizky Putri Hafiz Aisyah Bayu Intan Farid Nadia",
  vietnamese: "Minh Linh Tuan Huong Khoa Thao Duc Lan Phuc Mai",
  arabic: "Omar Layla Youssef Mariam Khalid Noor Hassan Salma Bilal Rania Tarek Huda Faisal Dina Adeel Sana",
  turkish: "Emre Elif Mert Zeynep Burak Selin Kerem Derya",
  slavic: "Andriy Oksana Marek Zuzanna Petr Tereza Taras Iryna Gábor Réka Daniyar Aigerim",
  nordic: "Erik Astrid Lars Freja Nils Solveig Mikkel Ingrid",
  japanese: "Haruto Yui Kenji Aoi Sota Rin",
  korean: "Minjun Seoyeon Jihoon Hana Doyun Sora",
  thai: "Somchai Ploy Anan Kanya Niran Dao",
  chinese: "Wei Mei Jun Lihua Kai Xin Hao Yan",
} as const;

const last: Record<keyof typeof first, string> = {
  english: "Walker Bennett Hayes Coleman Pratt Sutton Doyle Marsh Keller Boyd Lawson Frost Harding Pike",
  nigerian: "Okafor Adeyemi Balogun Eze Nwosu Ogunleye Bello Okonkwo Abiola Danjuma Uzor Afolabi",
  eastAfrican: "Kariuki Odhiambo Mutua Wekesa Mushi Okello Uwase Chebet Maina Kimani",
  ghanaian: "Mensah Boateng Owusu Asante Appiah Ofori Addo Sarpong",
  southAfrican: "Dlamini Nkosi Botha Mokoena Banda Naidoo Phiri Venter",
  indian: "Sharma Iyer Patil Khan Reddy Rahman Perera Gurung Das Verma Shetty Chowdhury",
  german: "Brandt Vogel Keller Winter Visser Bakker Lorenz Huber Sommer Kuhn",
  french: "Moreau Lambert Girard Fontaine Roche Vidal",
  italian: "Ricci Conti Ferri Popescu Ionescu Galli",
  portuguese: "Almeida Barros Cardoso Freitas Moraes Pinto Rezende Teles",
  spanish: "Herrera Castillo Vargas Rojas Mendoza Salazar Ibarra Quiroga Molina Paredes Cifuentes Robles",
  filipino: "Santos Reyes Bautista Dizon Manalo Tolentino",
  indonesian: "Pratama Wijaya Santoso Hidayat Rahim Lestari",
  vietnamese: "Nguyen Tran Pham Hoang Vo Dang",
  arabic: "Haddad Mansour Saleh Farouk Qureshi Malik Benali Nasser Rashid Siddiqui",
  turkish: "Yılmaz Kaya Demir Aydın Şahin",
  slavic: "Kovalenko Nowak Horák Bondar Wójcik Szabó Akhmetov Lis",
  nordic: "Lindqvist Berg Nygaard Holm Dahl",
  japanese: "Tanaka Mori Ishida Kondo",
  korean: "Kim Park Yoon Kang",
  thai: "Srisai Chaiyo Wongsa Thongdee",
  chinese: "Lin Chen Ho Tsai Lau Goh",
};

export type NameFamily = keyof typeof first;

export function firstNames(family: NameFamily): readonly string[] {
  return first[family].split(" ");
}

export function lastNames(family: NameFamily): readonly string[] {
  return last[family].split(" ");
}

/** Prefixes and suffixes of traders' names. */
export const HANDLE_WORDS =
  "trades coins swap desk btc sats cash market quick fair pays deals crypto ex hub corner vault daily direct prime".split(
    " ",
  );
